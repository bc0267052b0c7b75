"""Writing files so that a crash leaves the old ones or the new ones: write beside the target, then rename."""

from seamark.safe_write.apart import require_apart
from seamark.safe_write.commit import settle
from seamark.safe_write.writing import telling, whole_files, whole_folder, write_file, write_folder

__all__ = ["require_apart", "settle", "telling", "whole_files", "whole_folder", "write_file", "write_folder"]

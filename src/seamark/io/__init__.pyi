"""The public names for reading and writing, each with its module; ``__init__.py`` reads them here."""

from seamark.io.format import Format as Format
from seamark.io.reading import LoadReport as LoadReport
from seamark.io.loading import Loaded as Loaded, load as load, load_with_report as load_with_report
from seamark.io.format import ReadOptions as ReadOptions
from seamark.io.format import known_formats as known_formats
from seamark.io.formats.timed_lines import read_uem as read_uem
from seamark.io.saving import format_to_write as format_to_write, save as save

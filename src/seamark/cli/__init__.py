"""The command line: parse, call the library, print. Only this room prints or exits."""

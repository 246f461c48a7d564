#!/usr/bin/env python
"""Run a management command of this brain."""

import os
import sys

from django.core.management import execute_from_command_line

if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "archivebrain.settings")
    execute_from_command_line(sys.argv)

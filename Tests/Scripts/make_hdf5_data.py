#!/usr/bin/env python3
"""Prints the files of HDF 5 of RasterContainerTests.swift, packed by gzip, in base 64: each takes something from elsewhere.

    python3 -m venv v && v/bin/pip install h5py && v/bin/python Tests/Scripts/make_hdf5_data.py
"""

import base64
import gzip
import os
import tempfile
import textwrap

import h5py


def external(file):
    file.create_dataset("a/grid", (4, 4), "u1", external=[("/etc/passwd", 0, 16)])


def link(file):
    file["grid"] = h5py.ExternalLink("/etc/other.h5", "grid")
    file.create_dataset("own", (4, 4), "u1")


def virtual(file):
    layout = h5py.VirtualLayout((4, 4), "u1")
    layout[:] = h5py.VirtualSource("/etc/other.h5", "grid", (4, 4))
    file.create_virtual_dataset("grid", layout)


def sound(file):
    file.create_dataset("a/grid", data=[[0, 85], [170, 255]], dtype="u1")
    file["a/same"] = file["a/grid"]
    file["soft"] = h5py.SoftLink("/nowhere")


for make in (external, link, virtual, sound):
    path = os.path.join(tempfile.mkdtemp(), "a.h5")
    # The form that Debian 12 reads, which is shorter than older ones.
    with h5py.File(path, "w", libver=("v110", "v110")) as file:
        make(file)
    with open(path, "rb") as file:
        text = base64.b64encode(gzip.compress(file.read(), 9, mtime=0)).decode()
    print(make.__name__, *textwrap.wrap(text, 110), sep="\n    ")

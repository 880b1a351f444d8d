"""Writes what OWSLib reads from WMS capabilities, for WMSOracleTests.

    python3 -m venv venv && venv/bin/pip install OWSLib==0.27.2
    venv/bin/python Tests/Scripts/wms_oracle.py FIXTURES/wms-capabilities > Tests/LayerSourcesTests/Oracles/wms.tsv

One line for each layer with a name: the version, how many references it has with those of the layers around it (each name
once), its box in degrees, its styles, and where pictures are asked for. Files that OWSLib cannot read are passed over.
"""
import csv
import glob
import os
import sys

from owslib.wms import WebMapService

out = csv.writer(sys.stdout, delimiter="\t", quoting=csv.QUOTE_NONE, escapechar="\\", lineterminator="\n")
out.writerow(["file", "version", "formats", "layer", "references", "west", "south", "east", "north", "styles", "title"])
for path in sorted(glob.glob(os.path.join(sys.argv[1], "*.xml"))):
    data = open(path, "rb").read()
    if b"MS_Capabilities" not in data[:4096]:
        continue
    version = "1.3.0" if b"WMS_Capabilities" in data[:4096] else "1.1.1"
    try:
        service = WebMapService("http://unused.invalid", version=version, xml=data)
        operation = service.getOperationByName("GetMap")
    except Exception as error:
        print(os.path.basename(path), "not read by OWSLib:", error, file=sys.stderr)
        continue
    for name in sorted(service.contents):
        layer = service.contents[name]
        box = layer.boundingBoxWGS84 or ("", "", "", "")
        names = {part for crs in (layer.crsOptions or []) for part in crs.split()}
        out.writerow([
            os.path.basename(path), version, len(operation.formatOptions), name, len(names), *box, len(layer.styles),
            (layer.title or "").strip()])

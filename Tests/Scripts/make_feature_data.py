#!/usr/bin/python3
"""Makes the features of the example maps: maps/data/{africa,rivers,cities}.geojson.

Data: Natural Earth (public domain), as packaged by Debian: countries in qgis-common (world_map.gpkg), rivers and populated
places in libmagics++-data (10m/).
Needs:  apt-get install qgis-common libmagics++-data python3-gdal   (or unpack the packages: dpkg -x, and name the folder)
Use:    python3 Tests/Scripts/make_feature_data.py [folder that usr/ is in]
"""
import json
import os
import sys

from osgeo import gdal, ogr, osr

ROOT = sys.argv[1] if len(sys.argv) > 1 else '/'
COUNTRIES = os.path.join(ROOT, 'usr/share/qgis/resources/data/world_map.gpkg')
PHYSICAL = os.path.join(ROOT, 'usr/share/magics/10m/ne_10m_')
TARGET = os.path.join(os.path.dirname(os.path.abspath(__file__)), '../../maps/data')
# Equal area: what the size of a country is measured in.
CYLINDER = '+proj=cea +datum=WGS84'
AFRICA = (
    'DZ AO BJ BW BF BI CM CF TD KM CG CD CI DJ EG GQ ER ET GA GM GH GN GW KE LS LR LY MG MW ML MR MA MZ NA NE NG RW ST SN SL '
    'SO ZA SS SD SZ TZ TG TN UG ZM ZW').split()
EUROPE = (-12.0, 35.0, 42.0, 62.0)
# Names whose letters were lost in the package's file, and long ones.
RIVERS = {
    'Dal?lven': 'Dalälven', 'Donau (Danube)': 'Donau', 'Dnipro (Dnieper)': 'Dnipro', 'Dnepre': 'Dnipro',
    'Daugava (Zapadnaya Dvina)': 'Daugava', 'Evros (Maritsa)': 'Maritsa', 'Glomma (Glma)': 'Glomma', 'Gta lv': 'Göta älv',
    'Kiz?lirmak': 'Kızılırmak', 'Kokemenjoki': 'Kokemäenjoki', 'Neman (Nemunas)': 'Neman', 'Neris (Vilija)': 'Neris',
    'Rhin (Rhein)': 'Rhein', 'Rhne': 'Rhône', 'Tejo (Tagus)': 'Tejo', 'Tevere (Tiber)': 'Tevere', 'Zncara': 'Záncara',
}


def rounded(ring):
    places = []
    for x, y, *_ in ring:
        place = [round(x, 3), round(y, 3)]
        if not places or places[-1] != place:
            places.append(place)
    return places


def polygons(geometry, least):
    """Outer rings and holes of a geometry, without islands smaller than `least` square degrees."""
    parts = [geometry] if geometry.GetGeometryName() == 'POLYGON' else [
        geometry.GetGeometryRef(i) for i in range(geometry.GetGeometryCount())]
    result = []
    for part in parts:
        if part.GetArea() < least:
            continue
        rings = [rounded(part.GetGeometryRef(k).GetPoints()) for k in range(part.GetGeometryCount())]
        result.append([ring for ring in rings if len(ring) > 3])
    return result


def write(name, features):
    lines = ['{"type":"FeatureCollection","features":[']
    texts = [json.dumps(feature, ensure_ascii=False, separators=(',', ':')) for feature in features]
    lines.append(',\n'.join(texts))
    lines.append(']}')
    with open(os.path.join(TARGET, name), 'w', encoding='utf-8') as file:
        file.write('\n'.join(lines) + '\n')


def feature(properties, kind, coordinates):
    return {
        'type': 'Feature', 'properties': properties, 'geometry': {'type': kind, 'coordinates': coordinates}}


def places():
    source = ogr.Open(PHYSICAL + 'populated_places_simple.shp')
    for place in source.GetLayer(0):
        yield place


def africa():
    source, equal = osr.SpatialReference(), osr.SpatialReference()
    source.ImportFromEPSG(4326)
    source.SetAxisMappingStrategy(osr.OAMS_TRADITIONAL_GIS_ORDER)
    equal.ImportFromProj4(CYLINDER)
    to_equal = osr.CoordinateTransformation(source, equal)
    people = {}
    for place in places():
        # The package's file has Senegal's places in San Marino.
        code = 'SN' if place.GetField('adm0_a3') == 'SEN' else place.GetField('iso_a2')
        people[code] = people.get(code, 0) + (place.GetField('pop_max') or 0)
    opened = ogr.Open(COUNTRIES)
    features = []
    for country in opened.GetLayerByName('countries'):
        code = country.GetField('iso_a2')
        if code not in AFRICA:
            continue
        geometry = country.GetGeometryRef().Clone()
        measured = geometry.Clone()
        measured.Transform(to_equal)
        simple = geometry.SimplifyPreserveTopology(0.04)
        features.append(feature({
            'name': country.GetField('NAME'), 'code': code, 'area': round(measured.GetArea() / 1e6),
            'cities': people.get(code, 0),
        }, 'MultiPolygon', polygons(simple, 0.02)))
    write('africa.geojson', sorted(features, key=lambda one: one['properties']['code']))


def rivers():
    opened = ogr.Open(PHYSICAL + 'rivers_lake_centerlines.shp')
    layer = opened.GetLayer(0)
    layer.SetSpatialFilterRect(*EUROPE)
    found = {}
    for river in layer:
        name, rank = river.GetField('name'), river.GetField('scalerank')
        name = RIVERS.get(name, name)
        if rank is None or rank > 7:
            continue
        geometry = river.GetGeometryRef().Simplify(0.01)
        if name == 'Drau' and geometry.GetEnvelope()[0] < 5:
            name = 'Garonne'  # the package's file has it under another river's name
        parts = [geometry] if geometry.GetGeometryName() == 'LINESTRING' else [
            geometry.GetGeometryRef(i) for i in range(geometry.GetGeometryCount())]
        lines = found.setdefault((name or '', int(rank)), [])
        lines += [rounded(part.GetPoints()) for part in parts]
    write('rivers.geojson', [
        feature({'name': name or None, 'rank': rank}, 'MultiLineString', sorted(lines))
        for (name, rank), lines in sorted(found.items())])


def cities():
    features = []
    for place in places():
        x, y = place.GetGeometryRef().GetPoint_2D()
        people = place.GetField('pop_max') or 0
        if people < 250_000 or not (EUROPE[0] < x < EUROPE[2] and EUROPE[1] < y < EUROPE[3]):
            continue
        features.append(feature({
            'name': place.GetField('name'), 'people': people,
            'capital': place.GetField('featurecla') == 'Admin-0 capital',
        }, 'Point', [round(x, 4), round(y, 4)]))
    write('cities.geojson', sorted(features, key=lambda one: (-one['properties']['people'], one['properties']['name'])))


gdal.UseExceptions()
africa()
rivers()
cities()

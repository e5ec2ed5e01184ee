"""Writes the same plots as GeoJSON, KML and a table with WKT, or the same purchases as a table and as a workbook.

Usage: formats.py NUMBER RECORDS FORMAT FILE. Records of another number have other places, names and lots.
"""

import datetime
import math
import sys
import zipfile

VERTICES = 100
FARMERS = 1_000
# About 50 m, for almost a hectare. The plots of a row are 5 m apart. The next row lies in its gaps, so that the boxes of
# neighbours meet, and the service compares their shapes.
RADIUS = 0.00045
STEP = 0.00095
ROW = STEP * math.sqrt(3) / 2
# The plots of a file are in a square of this size, south-west of the demo's cooperative.
SQUARE = 0.1
FIRST_DAY = datetime.date(2026, 9, 1)


def ring(number, plot):
    row, place = divmod(plot, 100)
    east = 31.5 + SQUARE * (number % 16) + STEP * (place + row % 2 / 2)
    north = 0.4 + SQUARE * (number // 16) + ROW * row
    angles = [math.tau * (i % VERTICES) / VERTICES for i in range(VERTICES + 1)]
    return [("%.6f" % (east + RADIUS * math.cos(a)), "%.6f" % (north + RADIUS * math.sin(a))) for a in angles]


def plots(number, count):
    for i in range(count):
        yield f"bench{1 + i % FARMERS}", f"P-{number}-{i}", ring(number, i)


def geojson(number, count, file):
    file.write('{"type":"FeatureCollection","features":[\n')
    for i, (farmer, name, ring_of) in enumerate(plots(number, count)):
        places = ",".join(f"[{east},{north}]" for east, north in ring_of)
        file.write(("," if i else "") + '{"type":"Feature","properties":{"farmer":"%s","name":"%s"},' % (farmer, name))
        file.write('"geometry":{"type":"Polygon","coordinates":[[%s]]}}\n' % places)
    file.write("]}\n")


def kml(number, count, file):
    file.write('<kml xmlns="http://www.opengis.net/kml/2.2"><Document>\n')
    for farmer, name, ring_of in plots(number, count):
        places = " ".join(f"{east},{north},0" for east, north in ring_of)
        file.write(f"<Placemark><name>{name}</name>")
        file.write(f'<ExtendedData><Data name="farmer"><value>{farmer}</value></Data></ExtendedData><Polygon>')
        file.write(f"<outerBoundaryIs><LinearRing><coordinates>{places}</coordinates></LinearRing></outerBoundaryIs>")
        file.write("</Polygon></Placemark>\n")
    file.write("</Document></kml>\n")


def wkt(number, count, file):
    file.write("farmer.number,name,geometry\n")
    for farmer, name, ring_of in plots(number, count):
        places = ",".join(f"{east} {north}" for east, north in ring_of)
        file.write(f'{farmer},{name},"POLYGON (({places}))"\n')


HEADING = ["Date", "Number", "source.number", "product.name", "Quantity", "Amount", "transaction_payments.amount"]


def purchases(number, count):
    for i in range(count):
        day = FIRST_DAY + datetime.timedelta(days=i % 80)
        kilos = 40 + i % 90 + 0.5
        yield day, f"L-{number}-{i}", f"bench{1 + i % FARMERS}", "Coffee cherry", kilos, int(kilos * 2000)


def csv(number, count, file):
    file.write(",".join(HEADING) + "\n")
    for day, lot, farmer, product, kilos, price in purchases(number, count):
        file.write(f"{day},{lot},{farmer},{product},{kilos},{price},{price}\n")


MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
PACKAGE = "http://schemas.openxmlformats.org/package/2006/relationships"


def xlsx(number, count, file):
    """As Excel writes a workbook: shared texts, dates as numbers with a format, and the place of each cell."""
    texts = {}

    def text(place, value):
        return f'<c r="{place}" t="s"><v>{texts.setdefault(value, len(texts))}</v></c>'

    def value(place, value, style=""):
        return f'<c r="{place}"{style}><v>{value}</v></c>'

    rows = ['<row r="1">' + "".join(text("ABCDEFG"[i] + "1", title) for i, title in enumerate(HEADING)) + "</row>"]
    for i, (day, lot, farmer, product, kilos, price) in enumerate(purchases(number, count), 2):
        days = (day - datetime.date(1899, 12, 30)).days
        rows.append(
            f'<row r="{i}" spans="1:7">' + value(f"A{i}", days, ' s="1"') + text(f"B{i}", lot) + text(f"C{i}", farmer)
            + text(f"D{i}", product) + value(f"E{i}", kilos) + value(f"F{i}", price) + value(f"G{i}", price) + "</row>"
        )
    parts = {
        "_rels/.rels": f'<Relationships xmlns="{PACKAGE}"><Relationship Id="rId1" Type="{OFFICE}/officeDocument"'
        ' Target="xl/workbook.xml"/></Relationships>',
        "xl/workbook.xml": f'<workbook xmlns="{MAIN}" xmlns:r="{OFFICE}"><sheets>'
        '<sheet name="Sheet1" sheetId="1" r:id="rId1"/></sheets></workbook>',
        "xl/_rels/workbook.xml.rels": f'<Relationships xmlns="{PACKAGE}">'
        + "".join(
            f'<Relationship Id="rId{i}" Type="{OFFICE}/{type}" Target="{part}"/>'
            for i, (type, part) in enumerate(
                [("worksheet", "worksheets/sheet1.xml"), ("styles", "styles.xml"), ("sharedStrings", "sharedStrings.xml")], 1
            )
        )
        + "</Relationships>",
        "xl/worksheets/sheet1.xml": f'<worksheet xmlns="{MAIN}"><sheetData>{"".join(rows)}</sheetData></worksheet>',
        "xl/styles.xml": f'<styleSheet xmlns="{MAIN}"><cellXfs count="2"><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs>'
        "</styleSheet>",
        "xl/sharedStrings.xml": f'<sst xmlns="{MAIN}">' + "".join(f"<si><t>{one}</t></si>" for one in texts) + "</sst>",
    }
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as workbook:
        for name, xml in parts.items():
            workbook.writestr(name, '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n' + xml)


number, records, form, name = sys.argv[1:]
with open(name, "wb" if form == "xlsx" else "w") as out:
    {"geojson": geojson, "kml": kml, "wkt": wkt, "csv": csv, "xlsx": xlsx}[form](int(number), int(records), out)

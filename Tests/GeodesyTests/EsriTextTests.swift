import Testing

@testable import Geodesy

@Suite struct EsriTextTests {
  // projinfo -q --single-line -o WKT1_ESRI CODE (PROJ 9.1.1); `gdalsrsinfo -o wkt_esri` says the same.
  static let texts: KeyValuePairs = [
    "EPSG:4326":
      #"GEOGCS["GCS_WGS_1984",DATUM["D_WGS_1984",SPHEROID["WGS_1984",6378137.0,298.257223563]],"#
      + #"PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]]"#,
    "EPSG:3857":
      #"PROJCS["WGS_1984_Web_Mercator_Auxiliary_Sphere",GEOGCS["GCS_WGS_1984",DATUM["D_WGS_1984","#
      + #"SPHEROID["WGS_1984",6378137.0,298.257223563]],PRIMEM["Greenwich",0.0],UNIT["Degree","#
      + #"0.0174532925199433]],PROJECTION["Mercator_Auxiliary_Sphere"],PARAMETER["False_Easting",0.0],"#
      + #"PARAMETER["False_Northing",0.0],PARAMETER["Central_Meridian",0.0],PARAMETER["Standard_Parallel_1","#
      + #"0.0],PARAMETER["Auxiliary_Sphere_Type",0.0],UNIT["Meter",1.0]]"#,
    "EPSG:25832":
      #"PROJCS["ETRS_1989_UTM_Zone_32N",GEOGCS["GCS_ETRS_1989",DATUM["D_ETRS_1989",SPHEROID["GRS_1980","#
      + #"6378137.0,298.257222101]],PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]],"#
      + #"PROJECTION["Transverse_Mercator"],PARAMETER["False_Easting",500000.0],PARAMETER["False_Northing","#
      + #"0.0],PARAMETER["Central_Meridian",9.0],PARAMETER["Scale_Factor",0.9996],"#
      + #"PARAMETER["Latitude_Of_Origin",0.0],UNIT["Meter",1.0]]"#,
    "EPSG:2193":
      #"PROJCS["NZGD_2000_New_Zealand_Transverse_Mercator",GEOGCS["GCS_NZGD_2000",DATUM["D_NZGD_2000","#
      + #"SPHEROID["GRS_1980",6378137.0,298.257222101]],PRIMEM["Greenwich",0.0],UNIT["Degree","#
      + #"0.0174532925199433]],PROJECTION["Transverse_Mercator"],PARAMETER["False_Easting",1600000.0],"#
      + #"PARAMETER["False_Northing",10000000.0],PARAMETER["Central_Meridian",173.0],PARAMETER["Scale_Factor","#
      + #"0.9996],PARAMETER["Latitude_Of_Origin",0.0],UNIT["Meter",1.0]]"#,
    "ESRI:102003":
      #"PROJCS["USA_Contiguous_Albers_Equal_Area_Conic",GEOGCS["GCS_North_American_1983","#
      + #"DATUM["D_North_American_1983",SPHEROID["GRS_1980",6378137.0,298.257222101]],PRIMEM["Greenwich",0.0],"#
      + #"UNIT["Degree",0.0174532925199433]],PROJECTION["Albers"],PARAMETER["False_Easting",0.0],"#
      + #"PARAMETER["False_Northing",0.0],PARAMETER["Central_Meridian",-96.0],PARAMETER["Standard_Parallel_1","#
      + #"29.5],PARAMETER["Standard_Parallel_2",45.5],PARAMETER["Latitude_Of_Origin",37.5],UNIT["Meter",1.0]]"#,
    "EPSG:27700":
      #"PROJCS["British_National_Grid",GEOGCS["GCS_OSGB_1936",DATUM["D_OSGB_1936",SPHEROID["Airy_1830","#
      + #"6377563.396,299.3249646]],PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]],"#
      + #"PROJECTION["Transverse_Mercator"],PARAMETER["False_Easting",400000.0],PARAMETER["False_Northing","#
      + #"-100000.0],PARAMETER["Central_Meridian",-2.0],PARAMETER["Scale_Factor",0.9996012717],"#
      + #"PARAMETER["Latitude_Of_Origin",49.0],UNIT["Meter",1.0]]"#,
    "EPSG:3031":
      #"PROJCS["WGS_1984_Antarctic_Polar_Stereographic",GEOGCS["GCS_WGS_1984",DATUM["D_WGS_1984","#
      + #"SPHEROID["WGS_1984",6378137.0,298.257223563]],PRIMEM["Greenwich",0.0],UNIT["Degree","#
      + #"0.0174532925199433]],PROJECTION["Stereographic_South_Pole"],PARAMETER["False_Easting",0.0],"#
      + #"PARAMETER["False_Northing",0.0],PARAMETER["Central_Meridian",0.0],PARAMETER["Standard_Parallel_1","#
      + #"-71.0],UNIT["Meter",1.0]]"#,
  ]

  @Test(arguments: texts.map(\.key)) func writesEsrisDialect(_ code: String) throws {
    let wanted = try #require(Self.texts.first { $0.key == code }?.value)
    let reference = try SpatialReference.parse(code)
    #expect(try reference.esriWKT() == wanted)
    #expect(try SpatialReference.parse(wanted) == reference, "what was written is not read as the same")
  }
}

#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// The few functions of GDAL's interface for C that reading features and rasters needs, found in its shared library when a
/// document first needs one of its formats: 114 libraries come with it. GDAL's own headers are not used: every function here has had this form
/// since GDAL 3.0, handles are opaque, and no struct of the library is looked into but boxes and colours of four numbers.
#pragma clang assume_nonnull begin

typedef struct mapdoc_gdal_dataset mapdoc_gdal_dataset;
typedef struct mapdoc_gdal_driver mapdoc_gdal_driver;
typedef struct mapdoc_gdal_file mapdoc_gdal_file;
typedef struct mapdoc_ogr_layer mapdoc_ogr_layer;
typedef struct mapdoc_ogr_feature mapdoc_ogr_feature;
typedef struct mapdoc_ogr_geometry mapdoc_ogr_geometry;
typedef struct mapdoc_ogr_definition mapdoc_ogr_definition;
typedef struct mapdoc_ogr_field mapdoc_ogr_field;
typedef struct mapdoc_ogr_reference mapdoc_ogr_reference;
typedef struct mapdoc_gdal_band mapdoc_gdal_band;
typedef struct mapdoc_gdal_colors mapdoc_gdal_colors;
typedef struct mapdoc_gdal_warping mapdoc_gdal_warping;

/// In GDAL's order.
typedef struct mapdoc_ogr_box {
  double xmin, xmax, ymin, ymax;
} mapdoc_ogr_box;

/// Red, green, blue and alpha, each 0 to 255.
typedef struct mapdoc_gdal_color {
  int16_t red, green, blue, alpha;
} mapdoc_gdal_color;

/// How bad (1 debug, 2 warning, 3 failure, 4 the end), a number, the text.
typedef void (*mapdoc_gdal_error)(int severity, int number, const char *_Nullable message);

typedef const char *_Nullable const *_Nullable mapdoc_gdal_words;

/// name, result, parameters
#define MAPDOC_GDAL_FUNCTIONS(F)                                                                               \
  F(CPLSetConfigOption, void, (const char *name, const char *_Nullable value))                                 \
  F(CPLSetErrorHandler, mapdoc_gdal_error _Nullable, (mapdoc_gdal_error _Nullable handler))                      \
  F(CPLPushErrorHandlerEx, void, (mapdoc_gdal_error handler, void *_Nullable argument))                        \
  F(CPLPopErrorHandler, void, (void))                                                                          \
  F(CPLGetErrorHandlerUserData, void *_Nullable, (void))                                                       \
  F(VSIFree, void, (void *_Nullable memory))                                                                   \
  F(VSIFileFromMemBuffer, mapdoc_gdal_file *_Nullable,                                                         \
    (const char *name, uint8_t *bytes, uint64_t count, int takes))                                             \
  F(VSIFCloseL, int, (mapdoc_gdal_file * file))                                                                \
  F(VSIUnlink, int, (const char *name))                                                                        \
  F(GDALOpenEx, mapdoc_gdal_dataset *_Nullable,                                                                \
    (const char *name, unsigned flags, mapdoc_gdal_words drivers, mapdoc_gdal_words options,                   \
     mapdoc_gdal_words siblings))                                                                              \
  F(GDALClose, void, (mapdoc_gdal_dataset * dataset))                                                          \
  F(GDALGetDatasetDriver, mapdoc_gdal_driver *_Nullable, (mapdoc_gdal_dataset * dataset))                      \
  F(GDALGetDriverShortName, const char *_Nullable, (mapdoc_gdal_driver * driver))                              \
  F(GDALDatasetGetLayerCount, int, (mapdoc_gdal_dataset * dataset))                                            \
  F(GDALDatasetGetLayer, mapdoc_ogr_layer *_Nullable, (mapdoc_gdal_dataset * dataset, int number))             \
  F(OGR_L_GetName, const char *_Nullable, (mapdoc_ogr_layer * layer))                                          \
  F(OGR_L_GetGeomType, unsigned, (mapdoc_ogr_layer * layer))                                                   \
  F(OGR_L_GetLayerDefn, mapdoc_ogr_definition *_Nullable, (mapdoc_ogr_layer * layer))                          \
  F(OGR_L_GetSpatialRef, mapdoc_ogr_reference *_Nullable, (mapdoc_ogr_layer * layer))                          \
  F(OGR_L_GetExtent, int, (mapdoc_ogr_layer * layer, mapdoc_ogr_box *box, int force))                          \
  F(OGR_L_GetFeatureCount, int64_t, (mapdoc_ogr_layer * layer, int force))                                     \
  F(OGR_L_TestCapability, int, (mapdoc_ogr_layer * layer, const char *name))                                   \
  F(OGR_L_ResetReading, void, (mapdoc_ogr_layer * layer))                                                      \
  F(OGR_L_GetNextFeature, mapdoc_ogr_feature *_Nullable, (mapdoc_ogr_layer * layer))                           \
  F(OGR_L_SetSpatialFilterRect, void,                                                                          \
    (mapdoc_ogr_layer * layer, double xmin, double ymin, double xmax, double ymax))                            \
  F(OGR_FD_GetFieldCount, int, (mapdoc_ogr_definition * definition))                                           \
  F(OGR_FD_GetFieldDefn, mapdoc_ogr_field *_Nullable, (mapdoc_ogr_definition * definition, int number))        \
  F(OGR_Fld_GetNameRef, const char *_Nullable, (mapdoc_ogr_field * field))                                     \
  F(OGR_Fld_GetType, int, (mapdoc_ogr_field * field))                                                          \
  F(OGR_Fld_GetSubType, int, (mapdoc_ogr_field * field))                                                       \
  F(OGR_F_Destroy, void, (mapdoc_ogr_feature * feature))                                                       \
  F(OGR_F_GetFID, int64_t, (mapdoc_ogr_feature * feature))                                                     \
  F(OGR_F_GetGeometryRef, mapdoc_ogr_geometry *_Nullable, (mapdoc_ogr_feature * feature))                      \
  F(OGR_F_IsFieldSetAndNotNull, int, (mapdoc_ogr_feature * feature, int field))                                \
  F(OGR_F_GetFieldAsInteger64, int64_t, (mapdoc_ogr_feature * feature, int field))                             \
  F(OGR_F_GetFieldAsDouble, double, (mapdoc_ogr_feature * feature, int field))                                 \
  F(OGR_F_GetFieldAsString, const char *_Nullable, (mapdoc_ogr_feature * feature, int field))                  \
  F(OGR_G_GetGeometryType, unsigned, (mapdoc_ogr_geometry * geometry))                                         \
  F(OGR_G_IsEmpty, int, (mapdoc_ogr_geometry * geometry))                                                      \
  F(OGR_G_GetGeometryCount, int, (mapdoc_ogr_geometry * geometry))                                             \
  F(OGR_G_GetGeometryRef, mapdoc_ogr_geometry *_Nullable, (mapdoc_ogr_geometry * geometry, int number))        \
  F(OGR_G_GetPointCount, int, (mapdoc_ogr_geometry * geometry))                                                \
  F(OGR_G_GetPoints, int,                                                                                      \
    (mapdoc_ogr_geometry * geometry, void *_Nullable x, int x_step, void *_Nullable y, int y_step,             \
     void *_Nullable z, int z_step))                                                                           \
  F(OGR_G_GetLinearGeometry, mapdoc_ogr_geometry *_Nullable,                                                   \
    (mapdoc_ogr_geometry * geometry, double step, mapdoc_gdal_words options))                                  \
  F(OGR_G_DestroyGeometry, void, (mapdoc_ogr_geometry * geometry))                                             \
  F(OSRGetAuthorityName, const char *_Nullable, (mapdoc_ogr_reference * reference, const char *_Nullable key)) \
  F(OSRGetAuthorityCode, const char *_Nullable, (mapdoc_ogr_reference * reference, const char *_Nullable key)) \
  F(OSRExportToWktEx, int,                                                                                     \
    (mapdoc_ogr_reference * reference, char *_Nullable *_Nonnull text, mapdoc_gdal_words options))             \
  F(OSRSetPROJEnableNetwork, void, (int enabled))                                                              \
  F(OSRIsLocal, int, (mapdoc_ogr_reference * reference))                                                       \
  F(CPLSetThreadLocalConfigOption, void, (const char *name, const char *_Nullable value))                      \
  F(CSLDestroy, void, (char *_Nullable *_Nullable words))                                                      \
  F(GDALGetFileList, char *_Nullable *_Nullable, (mapdoc_gdal_dataset * dataset))                              \
  F(GDALGetMetadata, char *_Nullable *_Nullable, (void *object, const char *_Nullable domain))                 \
  F(GDALGetMetadataItem, const char *_Nullable,                                                                \
    (void *object, const char *name, const char *_Nullable domain))                                            \
  F(GDALGetRasterXSize, int, (mapdoc_gdal_dataset * dataset))                                                  \
  F(GDALGetRasterYSize, int, (mapdoc_gdal_dataset * dataset))                                                  \
  F(GDALGetRasterCount, int, (mapdoc_gdal_dataset * dataset))                                                  \
  F(GDALGetRasterBand, mapdoc_gdal_band *_Nullable, (mapdoc_gdal_dataset * dataset, int number))               \
  F(GDALGetGeoTransform, int, (mapdoc_gdal_dataset * dataset, double *numbers))                                \
  F(GDALGetSpatialRef, mapdoc_ogr_reference *_Nullable, (mapdoc_gdal_dataset * dataset))                       \
  F(GDALGetGCPCount, int, (mapdoc_gdal_dataset * dataset))                                                     \
  F(GDALGetGCPSpatialRef, mapdoc_ogr_reference *_Nullable, (mapdoc_gdal_dataset * dataset))                    \
  F(GDALGetRasterDataType, int, (mapdoc_gdal_band * band))                                                     \
  F(GDALGetBlockSize, void, (mapdoc_gdal_band * band, int *width, int *height))                                \
  F(GDALGetRasterColorInterpretation, int, (mapdoc_gdal_band * band))                                          \
  F(GDALGetRasterColorTable, mapdoc_gdal_colors *_Nullable, (mapdoc_gdal_band * band))                         \
  F(GDALGetColorEntryCount, int, (mapdoc_gdal_colors * colors))                                                \
  F(GDALGetColorEntryAsRGB, int, (mapdoc_gdal_colors * colors, int number, mapdoc_gdal_color *color))          \
  F(GDALGetRasterNoDataValue, double, (mapdoc_gdal_band * band, int *_Nullable isThere))                       \
  F(GDALGetRasterScale, double, (mapdoc_gdal_band * band, int *_Nullable isThere))                             \
  F(GDALGetRasterOffset, double, (mapdoc_gdal_band * band, int *_Nullable isThere))                            \
  F(GDALGetMaskFlags, int, (mapdoc_gdal_band * band))                                                          \
  F(GDALGetMaskBand, mapdoc_gdal_band *_Nullable, (mapdoc_gdal_band * band))                                   \
  F(GDALGetOverviewCount, int, (mapdoc_gdal_band * band))                                                      \
  F(GDALGetOverview, mapdoc_gdal_band *_Nullable, (mapdoc_gdal_band * band, int number))                       \
  F(GDALGetRasterBandXSize, int, (mapdoc_gdal_band * band))                                                    \
  F(GDALGetRasterBandYSize, int, (mapdoc_gdal_band * band))                                                    \
  F(GDALRasterIO, int,                                                                                         \
    (mapdoc_gdal_band * band, int writes, int x, int y, int width, int height, void *pixels, int columns,      \
     int rows, int type, int pixel_step, int row_step))                                                        \
  F(GDALWarpAppOptionsNew, mapdoc_gdal_warping *_Nullable,                                                     \
    (mapdoc_gdal_words options, void *_Nullable unused))                                                       \
  F(GDALWarpAppOptionsFree, void, (mapdoc_gdal_warping * _Nullable options))                                   \
  F(GDALWarp, mapdoc_gdal_dataset *_Nullable,                                                                  \
    (const char *name, mapdoc_gdal_dataset *_Nullable target, int count,                                       \
     mapdoc_gdal_dataset *_Nullable *_Nonnull sources, mapdoc_gdal_warping *_Nullable options,                 \
     int *_Nullable usage))

typedef struct mapdoc_gdal {
#define F(name, result, parameters) result(*_Nonnull name) parameters;
  MAPDOC_GDAL_FUNCTIONS(F)
#undef F
} mapdoc_gdal;

/// The table, or NULL when GDAL is not there. Opened once, from any thread: with the drivers of local files of features and
/// rasters and no others, without plugins and without a network.
const mapdoc_gdal *_Nullable mapdoc_gdal_open(void);

/// Why the library could not be opened; empty when it could.
const char *mapdoc_gdal_open_error(void);

/// What of an HDF 5 or netCDF 4 file lies in other files, wherever those are: a sentence's end for the object whose name is
/// written to `name`, with its zero byte in at most `size` bytes. NULL where all lies in the file itself, where the library
/// cannot open it, and for files of another format. GDAL has been opened before.
const char *_Nullable mapdoc_hdf5_elsewhere(const char *path, char *name, size_t size);

#pragma clang assume_nonnull end

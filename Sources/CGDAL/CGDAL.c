#include "CGDAL.h"
#include "internal.h"

#include <COpening.h>
#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>

// The soname of Debian 12 (GDAL 3.6) first, then those of later releases with the same interface, then the development name.
static const char *const files[] = {
    "libgdal.so.32", "libgdal.so.33", "libgdal.so.34", "libgdal.so.35", "libgdal.so.36", "libgdal.so.37",
    "libgdal.so.38", "libgdal.so.39", "libgdal.so",    "libgdal.dylib", "/opt/homebrew/lib/libgdal.dylib",
};

static const char *const functions[] = {
#define F(name, result, parameters) #name,
    MAPDOC_GDAL_FUNCTIONS(F)
#undef F
};

static const mapdoc_library library = {
    "GDAL", files, MAPDOC_COUNT(files), functions, MAPDOC_COUNT(functions), RTLD_LAZY,
};

// Each driver by the function that registers it, in the order in which they are asked. A build may lack some: its files are then
// of no known kind. None of them opens an address, and none runs what a file holds.
static const char *const drivers[] = {
    "RegisterOGRShape",   "RegisterOGRGeoPackage", "RegisterOGRFlatGeobuf", "RegisterOGRLIBKML",   "RegisterOGRKML",
    "RegisterOGRGeoJSON", "RegisterOGRESRIJSON",   "RegisterOGRTopoJSON",   "RegisterOGRGPX",      "RegisterOGRGML",
    "RegisterOGRTAB",     "RegisterOGRDXF",        "RegisterOGRCSV",
    // Of rasters. Each data set is opened with the names of those that may take it, so none of these reads features.
    "GDALRegister_GTiff",   "GDALRegister_VRT",     "GDALRegister_HFA",  "GDALRegister_JP2OpenJPEG",
    "GDALRegister_PNG",     "GDALRegister_JPEG",    "GDALRegister_GIF",  "GDALRegister_BMP",
    "GDALRegister_WEBP",    "GDALRegister_AAIGrid", "GDALRegister_ENVI", "GDALRegister_EHdr",
    "GDALRegister_SRTMHGT", "GDALRegister_DTED",    "GDALRegister_USGSDEM", "GDALRegister_XYZ",
    "GDALRegister_SAGA",    "GDALRegister_GSAG",    "GDALRegister_GSBG", "GDALRegister_GS7BG",
    "GDALRegister_netCDF",  "GDALRegister_HDF4",    "GDALRegister_HDF4Image", "GDALRegister_BAG",
    "GDALRegister_HDF5",    "GDALRegister_HDF5Image", "GDALRegister_GRIB", "GDALRegister_GRASSASCIIGrid",
    "GDALRegister_GTX",     "GDALRegister_NTv2",    "GDALRegister_BYN",  "GDALRegister_NGSGEOID",
    "GDALRegister_BT",      "GDALRegister_GXF",     "GDALRegister_ZMap", "GDALRegister_NWT_GRD",
    "GDALRegister_NWT_GRC", "GDALRegister_PNM",     "GDALRegister_BSB",
};

static pthread_once_t once = PTHREAD_ONCE_INIT;
static mapdoc_gdal table;
static const mapdoc_gdal *opened;
static char failure[512];

void (*mapdoc_gdal_symbol(const char *name))(void) {
  for (size_t index = 0; index < MAPDOC_COUNT(files); index++) {
    void *handle = dlopen(files[index], RTLD_LAZY | RTLD_NOLOAD);
    if (handle == NULL) continue;
    void *function = dlsym(handle, name);
    dlclose(handle);
    return (void (*)(void))function;
  }
  return NULL;
}

// What GDAL says while nobody listens would else go to the standard error.
static void unheard(int severity, int number, const char *message) {
  (void)severity;
  (void)number;
  (void)message;
}

static void open_once(void) {
  if (!mapdoc_library_open(&library, &table, sizeof table, failure, sizeof failure)) return;
  table.CPLSetErrorHandler(unheard);
  // No plugins, no proxies' environment, no files that lie elsewhere, no schemas that are fetched.
  table.CPLSetConfigOption("GDAL_DRIVER_PATH", "disable");
  table.CPLSetConfigOption("GDAL_PYTHON_DRIVER_PATH", "");
  table.CPLSetConfigOption("CPL_DEBUG", "OFF");
  table.CPLSetConfigOption("CPL_VSIL_CURL_ALLOWED_FILENAME", "mapdoc-fetches-itself");
  table.CPLSetConfigOption("GDAL_HTTP_PROXY", "http://127.0.0.1:9");
  table.CPLSetConfigOption("GDAL_HTTPS_PROXY", "http://127.0.0.1:9");
  table.CPLSetConfigOption("GDAL_HTTP_MAX_RETRY", "0");
  table.CPLSetConfigOption("GML_DOWNLOAD_SCHEMA", "NO");
  table.CPLSetConfigOption("GML_SKIP_RESOLVE_ELEMS", "ALL");
  table.CPLSetConfigOption("OGR_SQLITE_LOAD_EXTENSIONS", NULL);
  table.CPLSetConfigOption("LIBKML_RESOLVE_STYLE", "NO");
  // What a document names is a file; what that names in its turn is one too.
  table.CPLSetConfigOption("CPL_ALLOW_VSISTDIN", "NO");
  table.CPLSetConfigOption("GDAL_VRT_ENABLE_PYTHON", "NO");
  table.CPLSetConfigOption("GDAL_VRT_RAWRASTERBAND_ALLOWED_SOURCE", "SIBLING_OR_CHILD_OF_VRT_PATH");
  // Data sets that are open twice share nothing, so that each may be read by a task of its own.
  table.CPLSetConfigOption("VRT_SHARED_SOURCE", "0");
  // Megabytes of blocks that are kept unpacked, of all files together.
  table.CPLSetConfigOption("GDAL_CACHEMAX", "128");
  // Nothing is written beside what is read.
  table.CPLSetConfigOption("GDAL_PAM_ENABLED", "NO");
  table.CPLSetConfigOption("GML_SAVE_RESOLVED_TO", "SAME");
  table.CPLSetConfigOption("GML_GFS_TEMPLATE", NULL);
  table.OSRSetPROJEnableNetwork(0);
  size_t registered = 0;
  for (size_t index = 0; index < MAPDOC_COUNT(drivers); index++) {
    void (*function)(void) = mapdoc_gdal_symbol(drivers[index]);
    if (function == NULL) continue;
    function();
    registered++;
  }
  if (registered == 0) {
    snprintf(failure, sizeof failure, "the GDAL here has none of the drivers that read local files");
    return;
  }
  opened = &table;
}

const mapdoc_gdal *mapdoc_gdal_open(void) {
  pthread_once(&once, open_once);
  return opened;
}

const char *mapdoc_gdal_open_error(void) {
  pthread_once(&once, open_once);
  return failure;
}

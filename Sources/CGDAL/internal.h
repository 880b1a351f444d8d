// What the files of this target share.
#pragma once

// A function of GDAL's library, or of one that it is linked with; NULL where there is none.
void (*mapdoc_gdal_symbol(const char *name))(void);

#pragma once
#include <stdbool.h>
#include <geodesic.h>
#include <proj.h>
#include <proj_experimental.h>

/* PROJ as a table of functions that is filled when a document first needs it: a program that links libproj pays
   17 ms at every start, for it pulls in a second libcurl. Nothing here decides anything. */

#define MAPDOC_PROJ_FUNCTIONS(X) \
  X(proj_context_create) \
  X(proj_context_destroy) \
  X(proj_context_errno) \
  X(proj_context_errno_string) \
  X(proj_context_set_enable_network) \
  X(proj_context_get_database_path) \
  X(proj_log_level) \
  X(proj_log_func) \
  X(proj_create) \
  X(proj_pj_info) \
  X(proj_clone) \
  X(proj_destroy) \
  X(proj_normalize_for_visualization) \
  X(proj_trans_generic) \
  X(proj_get_type) \
  X(proj_is_crs) \
  X(proj_get_name) \
  X(proj_as_wkt) \
  X(proj_get_area_of_use) \
  X(proj_is_equivalent_to_with_ctx) \
  X(proj_identify) \
  X(proj_get_id_auth_name) \
  X(proj_get_id_code) \
  X(proj_list_get_count) \
  X(proj_list_get) \
  X(proj_list_destroy) \
  X(proj_get_source_crs) \
  X(proj_crs_get_geodetic_crs) \
  X(proj_crs_get_sub_crs) \
  X(proj_crs_demote_to_2D) \
  X(proj_crs_get_coordinate_system) \
  X(proj_crs_get_coordoperation) \
  X(proj_cs_get_axis_count) \
  X(proj_cs_get_axis_info) \
  X(proj_get_ellipsoid) \
  X(proj_ellipsoid_get_parameters) \
  X(proj_get_prime_meridian) \
  X(proj_prime_meridian_get_parameters) \
  X(proj_coordoperation_get_method_info) \
  X(proj_coordoperation_get_param_count) \
  X(proj_coordoperation_get_param) \
  X(proj_coordoperation_is_instantiable) \
  X(proj_coordoperation_has_ballpark_transformation) \
  X(proj_coordoperation_get_accuracy) \
  X(proj_concatoperation_get_step_count) \
  X(proj_concatoperation_get_step) \
  X(proj_coordoperation_get_grid_used_count) \
  X(proj_coordoperation_get_grid_used) \
  X(proj_create_operation_factory_context) \
  X(proj_operation_factory_context_destroy) \
  X(proj_operation_factory_context_set_area_of_interest) \
  X(proj_operation_factory_context_set_spatial_criterion) \
  X(proj_operation_factory_context_set_grid_availability_use) \
  X(proj_create_operations) \
  X(geod_init) \
  X(geod_inverseline) \
  X(geod_position)

/** The functions of PROJ that are used, by their own names. */
typedef struct mapdoc_proj {
#define MAPDOC_MEMBER(f) __typeof__(&f) _Null_unspecified f;
  MAPDOC_PROJ_FUNCTIONS(MAPDOC_MEMBER)
#undef MAPDOC_MEMBER
} mapdoc_proj;

#pragma clang assume_nonnull begin

/** Opens PROJ's shared library, once for the process and from any thread. Null when it is not there. */
const mapdoc_proj *_Nullable mapdoc_proj_open(void);

/** Why ``mapdoc_proj_open`` gave null; an empty string before it was called or when it did not. */
const char *mapdoc_proj_open_error(void);

/** True once the library has been opened. */
bool mapdoc_proj_is_open(void);

#pragma clang assume_nonnull end

/** How calls fail, by the name under which the rooms of the web know it. */
export { ApiError, apiError } from '@sw/contract/client/api-error';

/** The typed client, by the name under which the rooms of the web know it. */
export { type Api, createApi, urlOf } from '@sw/contract/client/create-api';

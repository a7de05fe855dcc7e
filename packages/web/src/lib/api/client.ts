/** The typed client, under the name that web modules import. */
export { type Api, createApi, urlOf } from '@sw/contract/client/create-api';

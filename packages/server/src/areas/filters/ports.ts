/** Storage of the filters area. */
export type { FilterAreaRecords } from '@sw/store/postgres/records/filters/personal';

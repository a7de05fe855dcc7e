/** Storage of the filters area. */
import type { Queries } from '@sw/store/postgres/records/bind-queries';
import type * as watchlists from '@sw/store/postgres/records/filters/watchlists';

export type { FilterAreaRecords } from '@sw/store/postgres/records/filters/personal';
export type WatchlistRecords = Queries<typeof watchlists>;

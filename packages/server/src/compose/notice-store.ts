import type { Db } from '@sw/store/postgres/records';
import { boundTo } from '@sw/store/postgres/records/bound-to';
import * as work from '@sw/store/postgres/records/notice-work';
import type { NoticeRecords } from '../areas/inbox/notice-ports.ts';

export const noticeRecords = (db: Db): NoticeRecords => {
	const of = boundTo(db);
	return {
		noticeOwners: of(work.noticeOwners),
		filtersWithNotices: of(work.filtersWithNotices),
		frozenOfUsers: of(work.frozenOfUsers),
		favouritesOfUsers: of(work.favouritesOfUsers),
		deliveriesToday: of(work.deliveriesToday),
		beginNotices: of(work.beginNotices),
		endNotices: of(work.endNotices),
		noticedSince: of(work.noticedSince),
		writeNotices: of(work.writeNotices),
	};
};

import type { AnswerOf } from '@sw/contract/define';
import type { Contract } from '@sw/contract/index';
import { queryOptions } from '@tanstack/react-query';
import { ADMIN, LIVE } from '../../entities/administration/admin-query.ts';
import type { Api } from '../../lib/api/client.ts';

export type Schedule = AnswerOf<Contract['reports']['schedule']>;

/** The current slots of a date. */
export const dayQuery = (api: Api, date: string) =>
	queryOptions({ queryKey: [...ADMIN, 'timetable', date], queryFn: () => api.reports.schedule({ query: { time: date } }), ...LIVE });

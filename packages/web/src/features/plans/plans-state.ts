import { BILLING_PERIODS, type BillingPeriod } from '@sw/domain/billing/plan';
import { type InvalidValue, queryReader, readOneOf } from '../../lib/address/query-reader.ts';

export interface PlansSearch {
	period?: string | string[];
	currency?: string | string[];
}

export interface PlansChoice {
	period: BillingPeriod;
	/** As in the address. Default: the first currency sold. */
	currency: string | undefined;
}

const USUAL_PERIOD: BillingPeriod = 'month';

export function readPlansState(search: PlansSearch): { state: PlansChoice; refused: InvalidValue[] } {
	const read = queryReader({ ...search });
	const periods = BILLING_PERIODS.map(({ name }) => name);
	return {
		state: {
			period: read.one('period', readOneOf(periods), USUAL_PERIOD),
			currency: read.one<string | undefined>(
				'currency',
				(value) => (typeof value === 'string' && /^[A-Z]{3}$/.test(value) ? value : undefined),
				undefined,
			),
		},
		refused: read.refused,
	};
}

export function writePlansState({ period, currency }: PlansChoice): PlansSearch {
	return {
		...(period === USUAL_PERIOD ? {} : { period }),
		...(currency === undefined ? {} : { currency }),
	};
}

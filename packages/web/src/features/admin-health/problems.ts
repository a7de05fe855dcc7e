import { etClock, msOf } from '../../lib/format/times.ts';
import type { Detail, Freshness, Slot } from './queries.ts';
import { healthWords as words } from './words.ts';

/** What is wrong, and what mends it: an act, or what a person does. */
export interface Trouble {
	readonly key: string;
	readonly what: string;
	readonly mend: string;
	readonly act: { readonly kind: 'build'; readonly slot: Slot } | { readonly kind: 'fill' | 'check' } | undefined;
}

export const clockOf = (iso: string): string => etClock(msOf(iso)).replace(/ ET$/, '');

/** The gravest first: what degrades the service now, slots of today that were missed, then what is missing or set aside. */
export const troublesOf = (detail: Detail, { gaps, quarantined }: Freshness): Trouble[] => [
	...detail.degraded.map(({ reason, detail: what }) => ({
		key: reason,
		what,
		mend: words.mended(reason),
		act: reason === 'publishing' ? { kind: 'fill' as const } : undefined,
	})),
	...detail.today.slots.flatMap((slot) =>
		slot.why === null
			? []
			: [
					{
						key: slot.date,
						what: words.missed(clockOf(slot.date)),
						mend: words.why(slot.why),
						act: slot.why === 'absent' ? { kind: 'build' as const, slot } : undefined,
					},
				],
	),
	...(gaps.reports > 0
		? [{ key: 'gaps', what: words.missingReports(gaps.reports), mend: words.fillMends, act: { kind: 'fill' as const } }]
		: []),
	...(quarantined > 0
		? [{ key: 'quarantine', what: words.quarantined(quarantined), mend: words.quarantineMends, act: { kind: 'check' as const } }]
		: []),
];

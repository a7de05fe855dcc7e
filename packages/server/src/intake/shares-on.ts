import type { Split } from '@sw/domain/prices/ticker';
import type { ExchangeDate } from '@sw/domain/time/units';

/** Shares on the basis of a day: stated on one day, moved over the ticker's splits between the two. */
export function sharesOn(
	shares: number | null,
	splits: readonly Pick<Split, 'date' | 'ratio'>[],
	stated: ExchangeDate,
	asOf: ExchangeDate,
): number | null {
	if (shares === null) return null;
	let moved = shares;
	for (const { date, ratio } of splits) {
		if (date > asOf && date <= stated) moved /= ratio;
		else if (date > stated && date <= asOf) moved *= ratio;
	}
	return moved;
}

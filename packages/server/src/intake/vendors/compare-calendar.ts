import type { Calendar } from '@sw/domain/time/calendar';
import type { ExchangeDate } from '@sw/domain/time/units';
import { VendorError } from '../outbound/vendor-error.ts';

/** Runs a check of the vendor's calendar; a vendor error is only a warning, because nothing depends on the check. */
export async function warnOnVendorError(warn: (message: string) => void, ask: () => Promise<void>): Promise<void> {
	try {
		await ask();
	} catch (error) {
		if (!(error instanceof VendorError)) throw error;
		warn(`Couldn't compare the vendor's calendar. ${error.message}`);
	}
}

/** A vendor's session. `close`: New York time 'HH:mm'. */
export interface StatedSession {
	date: ExchangeDate;
	close: string;
}

/** Warns about dates in [from, to] on which a vendor's calendar differs from the product's: an administrator should enter the closure. */
export function warnAboutSessions(
	calendar: Calendar,
	stated: readonly StatedSession[],
	from: ExchangeDate,
	to: ExchangeDate,
	warn: (message: string) => void,
): void {
	const theirs = new Map(stated.map((day) => [day.date, day.close]));
	const ours = new Map(calendar.sessionsBetween(from, to).map((day) => [day.date, day.early ? '13:00' : '16:00']));
	for (const date of [...new Set([...theirs.keys(), ...ours.keys()])].sort()) {
		const [their, our] = [theirs.get(date), ours.get(date)];
		if (date >= from && date <= to && their !== our) warn(`The vendor's calendar says ${date} ${their ? `closes at ${their}` : 'is closed'}, ours ${our ? `closes at ${our}` : 'is closed'}.`); // biome-ignore format: one sentence
	}
}

import type { Calendar } from '@sw/domain/time/calendar';
import type { ExchangeDate } from '@sw/domain/time/units';
import { VendorError } from '../outbound/vendor-error.ts';

/** Runs a check of the vendor's calendar; a vendor error is only a warning, because nothing depends on the check. */
export async function warnOnVendorError(warn: (message: string) => void, check: () => Promise<void>): Promise<void> {
	try {
		await check();
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
export function warnAboutDifferences(
	calendar: Calendar,
	vendorSessions: readonly StatedSession[],
	from: ExchangeDate,
	to: ExchangeDate,
	warn: (message: string) => void,
): void {
	const vendorCloses = new Map(vendorSessions.map((day) => [day.date, day.close]));
	const calendarCloses = new Map(calendar.sessionsBetween(from, to).map((day) => [day.date, day.early ? '13:00' : '16:00']));
	for (const date of [...new Set([...vendorCloses.keys(), ...calendarCloses.keys()])].sort()) {
		const [vendorClose, calendarClose] = [vendorCloses.get(date), calendarCloses.get(date)];
		if (date >= from && date <= to && vendorClose !== calendarClose) warn(`The vendor's calendar says ${date} ${vendorClose ? `closes at ${vendorClose}` : 'is closed'}, ours ${calendarClose ? `closes at ${calendarClose}` : 'is closed'}.`); // biome-ignore format: one sentence
	}
}

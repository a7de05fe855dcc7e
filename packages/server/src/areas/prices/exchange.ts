import type { AnswerOf } from '@sw/contract/base/define';
import type { Contract } from '@sw/contract/index';
import type { Calendar } from '@sw/domain/time/calendar';
import { isoSeconds } from '@sw/domain/time/format';
import type { UtcMs } from '@sw/domain/time/units';
import { newYorkDate, newYorkToUtc, parseDateInput } from '@sw/domain/time/zone';
import { malformed, notFound } from '../../platform/errors.ts';

type ExchangeInfo = AnswerOf<Contract['prices']['exchangeInfo']>;
type Holiday = AnswerOf<Contract['prices']['holiday']>;

/** Hours and holidays of the exchange. */
export function createExchange(calendar: Calendar) {
	return {
		info: (time: UtcMs): ExchangeInfo => {
			const session = calendar.sessionOn(newYorkDate(time));
			const part = (): ExchangeInfo['session'] => {
				if (!session) return 'closed';
				if (time >= session.open && time < session.close) return 'regular';
				if (time < session.open) return time >= newYorkToUtc(session.date, 4, 0) ? 'pre' : 'closed';
				// After an early close, after-hours trading lasts until 17:00.
				return time < newYorkToUtc(session.date, session.early ? 17 : 20, 0) ? 'post' : 'closed';
			};
			const next = calendar.nextToOpen(time);
			return {
				time: isoSeconds(time),
				session: part(),
				open: session ? isoSeconds(session.open) : null,
				close: session ? isoSeconds(session.close) : null,
				next_open: next ? isoSeconds(next.open) : null,
				early_close: session?.early ?? false,
			};
		},

		holidays: (from: string, to: string): { items: Holiday[] } => {
			const span = { from: parseDateInput(from), to: parseDateInput(to) };
			if (span.from > span.to) throw malformed('to', 'The end is before the start.');
			return { items: calendar.holidaysBetween(span.from, span.to).map(({ date, type, name }) => ({ date, type, name })) };
		},

		holiday: (text: string): Holiday => {
			const holiday = calendar.holidayOn(parseDateInput(text));
			if (!holiday) throw notFound("This date isn't a holiday.");
			return { date: holiday.date, type: holiday.type, name: holiday.name };
		},
	};
}

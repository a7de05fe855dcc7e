import { informationForm } from '@sw/domain/filings/forms';
import { nyse, type Session } from '@sw/domain/time/calendar';
import { slotOf, slotStart } from '@sw/domain/time/slots';
import { exchangeDate, HOUR, utcMs } from '@sw/domain/time/units';
import { newYorkMinute } from '@sw/domain/time/zone';
import { describe, expect, it } from 'vitest';
import { createSimulatedProvider, HISTORY_END } from './simulated-provider.ts';

const market = createSimulatedProvider({ calendar: nyse });
const sessions = nyse.sessionsBetween(exchangeDate('2026-03-02'), exchangeDate('2026-05-29'));
const [first, last] = [sessions[0] as Session, sessions.at(-1) as Session];
const filed = await market.filings.accepted(first.open, last.close);

describe('filings of the simulated market', () => {
	it('are information forms of companies, accepted in the hours of EDGAR, seen within a minute', async () => {
		expect(filed.length).toBeGreaterThan(1_500);
		const known = new Set((await market.filings.issuers()).map(({ cik }) => cik));
		for (const { cik, form, acceptedAt, earliestAt, seenAt } of filed) {
			expect(known.has(cik)).toBe(true);
			expect(informationForm(form)).toBeDefined();
			expect(newYorkMinute(acceptedAt)).toBeGreaterThanOrEqual(6 * 60);
			expect(newYorkMinute(acceptedAt)).toBeLessThan(22 * 60);
			expect([earliestAt, seenAt > acceptedAt, seenAt - acceptedAt < 60_000]).toEqual([acceptedAt, true, true]);
		}
	});

	it('have accession numbers of their own', () => {
		expect(new Set(filed.map(({ accession }) => accession)).size).toBe(filed.length);
	});

	it('are the same however they are asked for, and by another provider of the same seed', async () => {
		const parts = [];
		for (let at: number = first.open; at < last.close; at += 7 * HOUR)
			parts.push(...(await market.filings.accepted(utcMs(at), utcMs(Math.min(at + 7 * HOUR, last.close)))));
		expect(parts).toEqual(filed);
		expect(await createSimulatedProvider({ calendar: nyse }).filings.accepted(first.open, last.close)).toEqual(filed);
		expect(await createSimulatedProvider({ calendar: nyse, seed: 2 }).filings.accepted(first.open, last.close)).not.toEqual(filed);
	});

	it('precede the moves that they explain: results before the open, news before the first slot of the event', async () => {
		const ids = new Map((await market.filings.issuers()).map(({ cik, tickerId }) => [cik, tickerId]));
		const moves = async (
			form: (filing: (typeof filed)[number]) => boolean,
			move: (session: Session, row: number, at: number) => Promise<number>,
		) => {
			const found: number[] = [];
			for (const filing of filed.filter(form).slice(0, 250)) {
				const session = nyse.lastOpened(filing.acceptedAt + 16 * HOUR) as Session;
				if (session.date < first.date || session.date > last.date) continue;
				const value = await move(session, (ids.get(filing.cik) as number) - 1, filing.acceptedAt);
				if (Number.isFinite(value)) found.push(Math.abs(value));
			}
			return found.reduce((sum, value) => sum + value, 0) / found.length;
		};
		const slotMove = (after: number) => async (_session: Session, row: number, at: number) => {
			const session = nyse.lastOpened(at) as Session;
			const slot = slotOf(session, at) + 1 + after;
			if (at < session.open || slot < 1 || slot >= session.slots) return Number.NaN;
			const { open, close } = await market.slot(session, slot);
			expect(slotStart(session, slot - after) - at).toBeLessThan(5 * 60_000);
			return Math.log(close[row]! / open[row]!);
		};
		const isNews = ({ form, items, seenAt, acceptedAt }: (typeof filed)[number]) =>
			form === '8-K' && items.includes('1.01') && seenAt > acceptedAt;
		expect(await moves(isNews, slotMove(0))).toBeGreaterThan(1.8 * (await moves(isNews, slotMove(-1))));
	});

	it('end the listings of companies that leave, and cover the history of the market', async () => {
		const left = await market.listingChanges(exchangeDate('2025-09-01'), exchangeDate('2026-06-01'));
		const gone = left.filter(({ change }) => change === 'delisted').map(({ tickerId }) => tickerId);
		const all = await market.filings.accepted(utcMs(HISTORY_END - 365 * 24 * HOUR), HISTORY_END);
		const ids = new Map((await market.filings.issuers()).map(({ cik, tickerId }) => [cik, tickerId]));
		const ended = new Set(all.filter(({ form }) => form === '25-NSE').map(({ cik }) => ids.get(cik)));
		expect(gone.length).toBeGreaterThan(3);
		expect(gone.every((id) => ended.has(id))).toBe(true);
		expect(all.filter(({ form, items }) => form === '8-K' && items[0] === '2.02').length).toBeGreaterThan(3_500);
	});
});

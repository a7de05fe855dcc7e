import { nyse, type Session } from '@sw/domain/time/calendar';
import { SLOT_MS } from '@sw/domain/time/slots';
import { exchangeDate, MINUTE } from '@sw/domain/time/units';
import { afterEach, describe, expect, it } from 'vitest';
import { createFakeAlpaca } from '../../intake/testing/fake-alpaca.ts';
import { createFakeMarket } from '../../intake/testing/fake-market.ts';
import { type Answer, type FakeVendor, startFakeVendor, type VendorRequest } from '../../intake/testing/fake-vendor.ts';
import { createImmediateClock } from '../../intake/testing/immediate-clock.ts';
import { tryProvider } from './try-provider.ts';

const session = nyse.sessionOn(exchangeDate('2025-01-22')) as Session;
const KEYS = { SIGNALWHEEL_ALPACA_KEY: 'PKtest', SIGNALWHEEL_ALPACA_SECRET: 's', SIGNALWHEEL_X_TOKEN: 't' };

let vendor: FakeVendor;
afterEach(() => vendor?.close());

async function tried(
	name: string,
	other: (request: VendorRequest) => Answer | undefined,
	env: Record<string, string> = KEYS,
	address?: string,
) {
	const wall = createImmediateClock(session.open + 3 * SLOT_MS + 16 * MINUTE, { timeoutFrom: 19_000 });
	const script = createFakeAlpaca(createFakeMarket(['AAPL', 'SPY'], () => wall.now() - 15 * MINUTE));
	vendor = await startFakeVendor((request) => other(request) ?? script(request));
	const lines: string[] = [];
	const failed = await tryProvider(name, env, {
		wall,
		random: () => 0,
		addresses: { [name]: address ?? vendor.url },
		print: (line) => lines.push(line),
	});
	return { failed, lines };
}

describe('trying a key', () => {
	it('says in words what came back of each kind, with its delay', async () => {
		const { failed, lines } = await tried('alpaca', () => undefined);
		expect(lines).toEqual([
			'tickers: 2 of 2 (AAPL AAPL Inc.; SPY SPY Inc.), shares of 0',
			'bars: 3 quarter-hours of AAPL on 2025-01-22, the newest ends at 2025-01-22 15:15 UTC, 16 min ago; the market clock is 16 min behind',
			'history: 26 of 26 quarter-hours of AAPL on 2025-01-02',
			'daily bars: not available from this vendor',
			expect.stringMatching(/^options: \d+ calls and \d+ puts of AAPL today, 0 min late$/),
			'splits: 0 in 30 days',
			'dividends: 0 in 30 days',
			'renames: 0 in 30 days',
		]);
		expect(failed).toBe(0);
	});

	it('says what the plan lacks', async () => {
		const refused = ({ path, query }: VendorRequest): Answer | undefined => {
			if (path === '/v1/corporate-actions') return { json: { message: 'subscription does not permit this' }, status: 403 };
			if (query.get('feed') === 'opra') return { json: { message: 'OPRA agreement is not signed' }, status: 403 };
			return undefined;
		};
		const { failed, lines } = await tried('alpaca', refused);
		expect(lines.join('\n')).toMatch(/note: .*sign the OPRA agreement/);
		expect(lines.join('\n')).toMatch(/options: \d+ calls .*, 15 min late/);
		expect(lines.join('\n')).toMatch(
			/splits: FAILED: the plan doesn't include this, or the key was rejected\. alpaca, corporate actions: .*HTTP 403/,
		);
		expect(failed).toBe(3);
	});

	it.each([429, 503])('says in one line that a vendor which answers %i cannot be tried now', async (status) => {
		const { failed, lines } = await tried('alpaca', () => ({ json: {}, status }));
		expect([failed, lines]).toEqual([1, [expect.stringMatching(/^tickers: FAILED: alpaca, .* Skipped the other tests\.$/)]]);
	});

	it('says in one line that a vendor cannot be reached', async () => {
		const { failed, lines } = await tried('alpaca', () => undefined, KEYS, 'http://127.0.0.1:1');
		expect([failed, lines]).toEqual([1, [expect.stringMatching(/^tickers: FAILED: alpaca, .*unreachable.* Skipped the other tests\.$/)]]);
	});

	it('says of a wrong key that it is not accepted, and of a missing one which it is', async () => {
		const { failed, lines } = await tried('x', () => ({ json: { title: 'Unauthorized' }, status: 401 }));
		expect([failed, lines]).toEqual([1, [expect.stringMatching(/^mentions: FAILED: the key was rejected\. x, counts: .*HTTP 401/)]]);
		await expect(tried('massive', () => undefined, {})).rejects.toThrow(/SIGNALWHEEL_MASSIVE_KEY/);
	});
});

import { nyse, type Session } from '@sw/domain/time/calendar';
import { SLOT_MS } from '@sw/domain/time/slots';
import { exchangeDate, MINUTE } from '@sw/domain/time/units';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createFakeAlpaca } from '../../intake/testing/fake-alpaca.ts';
import { createFakeMarket } from '../../intake/testing/fake-market.ts';
import { type Answer, startFakeVendor, type VendorRequest } from '../../intake/testing/fake-vendor.ts';
import { createImmediateClock } from '../../intake/testing/immediate-clock.ts';
import { startFakeMailServer } from '../../outside/mail/testing/fake-mail-server.ts';
import { createProviderTrial, sendTestMail } from './setup.ts';

const session = nyse.sessionOn(exchangeDate('2025-01-22')) as Session;
const TYPED = { provider: 'alpaca', key: 'PKtest', secret: 'hidden-word' } as const;

async function tried(
	other: (request: VendorRequest) => Answer | undefined,
	typed: Parameters<ReturnType<typeof createProviderTrial>>[0] = TYPED,
) {
	const wall = createImmediateClock(session.open + 3 * SLOT_MS + 16 * MINUTE, { timeoutFrom: 19_000 });
	const script = createFakeAlpaca(createFakeMarket(['AAPL', 'SPY'], () => wall.now() - 15 * MINUTE));
	const vendor = await startFakeVendor((request) => other(request) ?? script(request));
	onTestFinished(vendor.close);
	const trial = createProviderTrial({ wall, random: () => 0, addresses: { alpaca: vendor.url, massive: vendor.url } });
	return { ...(await trial(typed)), requests: vendor.requests };
}

describe('a vendor that is tried', () => {
	it('says what came of each kind', async () => {
		const { outcome, lines } = await tried(() => undefined);
		expect({ outcome, lines }).toMatchObject({ outcome: 'good' });
		expect(lines[0]).toMatch(/^tickers: 2 of 2/);
	});

	it('is asked once with a key that it refuses, and what was typed is repeated nowhere', async () => {
		const { outcome, lines, requests } = await tried(() => ({ json: { message: 'PKtest with hidden-word is wrong' }, status: 401 }));
		expect(outcome).toBe('refused');
		expect(lines.at(-1)).toMatch(/^tickers: FAILED: the key was rejected\..*\*\*\* with \*\*\* is wrong/);
		expect(lines.join()).not.toMatch(/PKtest|hidden-word/);
		const paths = requests.map(({ path }) => path);
		expect(new Set(paths).size).toBe(paths.length);
		expect(paths.join()).not.toMatch(/bars/);
	});

	it('may give only a part', async () => {
		const { outcome } = await tried(({ path }) =>
			path === '/v1/corporate-actions' ? { json: { message: 'not in this plan' }, status: 403 } : undefined,
		);
		expect(outcome).toBe('partly');
	});

	it('is not asked without a key, or with symbols that are none', async () => {
		await expect(tried(() => undefined, { provider: 'massive' })).rejects.toMatchObject({ errors: [{ field: 'key' }] });
		await expect(tried(() => undefined, { ...TYPED, symbols: 'AAPL,ÄÖÜ' })).rejects.toMatchObject({ errors: [{ field: 'symbols' }] });
	});
});

describe('a mail server that is tried', () => {
	it('gets one mail for the administrator, and only its name is shown', async () => {
		const server = await startFakeMailServer();
		onTestFinished(server.close);
		const trial = await sendTestMail({ url: `smtp://127.0.0.1:${server.port}`, from: 'us@example.test', to: 'ann@example.test' });
		expect(trial).toEqual({ sent: true, line: 'The mail server accepted a mail to ann@example.test.', host: '127.0.0.1' });
		expect(server.acceptedMails).toHaveLength(1);
	});

	it('is one', async () => {
		const trial = sendTestMail({ url: 'https://mail.example.test', from: 'us@example.test', to: 'ann@example.test' });
		await expect(trial).rejects.toMatchObject({ errors: [{ field: 'url' }] });
	});
});

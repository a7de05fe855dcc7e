import { afterEach, describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { createProfile, EXPIRIES } from '../../testing/accounts.ts';
import { type Answers, rejectCall } from '../../testing/api.ts';
import { interceptCaptchaScripts } from '../../testing/captcha-script.ts';
import { show } from '../../testing/page.tsx';
import { OauthReturn } from './oauth-return.tsx';

type End = NonNullable<NonNullable<Answers['accounts']>['oauthLogin']>;

const STATE = `0123456789abcdef.${encodeURIComponent('/favourites')}`;
const SECRET = {
	api_endpoint: '/api',
	app_env: 'test',
	site_key: null,
	site_origin: location.origin,
	captcha: null,
	simulated: true,
	provider: 'simulated',
	prelaunch: false,
	sign_up: 'open' as const,
	administrator: true,
	tracking: null,
};

async function open(
	end: End,
	sent: { code?: string; state?: string; error?: string } = {},
	secret: Partial<{ captcha: 'turnstile' | 'recaptcha'; site_key: string }> = {},
) {
	const { code = 'c-1', state = STATE, error = '' } = sent;
	const shown = await show(<OauthReturn provider="google" code={code} state={state} error={error} />, {
		operations: { secret: () => ({ ...SECRET, ...secret }) },
		accounts: { oauthLogin: end, profile: () => createProfile() },
	});
	const ended = () => shown.calls.filter(({ call }) => call === 'accounts.oauthLogin').map(({ input }) => input);
	return { ...shown, ended };
}

const body = { code: 'c-1', state: STATE, redirect_url: `${location.origin}/oauth/google` };

afterEach(() => {
	vi.restoreAllMocks();
	vi.unstubAllGlobals();
});

describe('the way back from a provider', () => {
	it('signs in once, and leads to where the sign-in was begun', async () => {
		const { getUrl, ended } = await open(() => EXPIRIES);
		await expect.poll(getUrl).toBe('/favourites');
		expect(ended()).toEqual([{ params: { provider: 'google' }, body, headers: { captcha: undefined } }]);
	});

	it('leads home where the state says nothing that can be read, or leads off the site', async () => {
		for (const state of ['0123', '0123.%E0%A4%A', `0123.${encodeURIComponent('//elsewhere.example')}`]) {
			const { getUrl } = await open(() => EXPIRIES, { state });
			await expect.poll(getUrl).toBe('/');
		}
	});

	it('asks for the second factor where the account has one', async () => {
		const { getUrl } = await open(() => rejectCall(422, 'Unprocessable Content', [{ field: 'code', message: 'A code is needed' }]));
		await expect.poll(getUrl).toBe(`/auth/signin?step=code&redirectTo=${encodeURIComponent('/favourites')}`);
	});

	it.each([
		['access_denied', 'Sign-in canceled.'],
		['', 'This sign-in is incomplete. Start again from the sign-in page.'],
		['server_error', 'This sign-in is incomplete. Start again from the sign-in page.'],
	])('sends nothing when the provider says %j, and leads back to the sign-in', async (error, message) => {
		const { getUrl, ended } = await open(() => EXPIRIES, { code: '', error });
		await expect.element(page.getByText('Sign-in failed')).toBeVisible();
		await expect.element(page.getByText(message)).toBeVisible();
		expect(ended()).toEqual([]);
		await page.getByRole('link', { name: 'Back to sign-in' }).click();
		await expect.poll(getUrl).toBe('/auth/signin');
	});

	it.each([{ code: '' }, { state: '' }, { code: '', state: '' }])(
		'sends nothing where the address is bare or has half of its parameters: %j',
		async (half) => {
			const { ended } = await open(() => EXPIRIES, half);
			await expect.element(page.getByText('This sign-in is incomplete. Start again from the sign-in page.')).toBeVisible();
			expect(ended()).toEqual([]);
		},
	);

	it('says why the server refused, in a sentence', async () => {
		await open(() => rejectCall(409, 'An account with this address is there already'));
		await expect.element(page.getByText('An account with this address is there already.')).toBeVisible();
	});

	it('waits for a captcha that is solved on the page, and sends its token', async () => {
		interceptCaptchaScripts(() => {
			vi.stubGlobal('turnstile', {
				render: (at: HTMLElement, { callback }: { callback(token: string): void }) => {
					const box = Object.assign(document.createElement('button'), { type: 'button', textContent: 'I am human' });
					box.onclick = () => callback('token of a human');
					at.append(box);
				},
				reset: () => {},
			});
			return true;
		});
		const { getUrl, ended } = await open(() => EXPIRIES, {}, { captcha: 'turnstile', site_key: 'site-1' });
		await expect.element(page.getByText('Signing in...')).toBeVisible();
		await page.getByRole('button', { name: 'I am human' }).click();
		await expect.poll(getUrl).toBe('/favourites');
		expect(ended()).toMatchObject([{ headers: { captcha: 'token of a human' } }]);
	});

	it('asks a captcha without anything to see, which has to come first', async () => {
		interceptCaptchaScripts(() => {
			vi.stubGlobal('grecaptcha', { ready: (done: () => void) => done(), execute: async () => 'token of a score' });
			return true;
		});
		const { getUrl, ended } = await open(() => EXPIRIES, {}, { captcha: 'recaptcha', site_key: 'site-2' });
		await expect.poll(getUrl).toBe('/favourites');
		expect(ended()).toMatchObject([{ headers: { captcha: 'token of a score' } }]);
	});
});

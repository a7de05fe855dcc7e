import { afterEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { createProfile, EXPIRIES } from '../../testing/accounts.ts';
import { type Answers, rejectCall } from '../../testing/api.ts';
import { interceptCaptchaScripts } from '../../testing/captcha-script.ts';
import { show } from '../../testing/page.tsx';
import { SignInForm } from './sign-in-form.tsx';

type Secret = ReturnType<NonNullable<NonNullable<Answers['operations']>['secret']>>;

interface Options {
	sitekey: string;
	action?: string;
	callback(token: string): void;
	'expired-callback'(): void;
}

/** A widget like those of vendors: a checkbox whose token expires when it is unchecked. `tokens`: those of its responses, in order. */
function widget(rendered: Options[], tokens = ['token of a human', 'token of a human']) {
	return {
		render: (at: HTMLElement, options: Options): HTMLInputElement => {
			rendered.push(options);
			const box = document.createElement('input');
			box.type = 'checkbox';
			box.ariaLabel = 'I am human';
			box.onchange = () => (box.checked ? options.callback(tokens.shift() ?? '') : options['expired-callback']());
			at.append(box);
			return box;
		},
		reset: (box: unknown): void => {
			if (box instanceof HTMLInputElement) box.checked = false;
		},
	};
}

const button = page.getByRole('button', { name: 'Sign in', exact: true });
const box = page.getByRole('checkbox', { name: 'I am human' });

/** The sign-in form; the server refuses it without the right token. */
async function open(captcha: Awaited<Secret>['captcha'], key: string, right: string) {
	let signedIn = false;
	const shown = await show(<SignInForm redirectTo="/favourites" linkExpired={false} />, {
		operations: { secret: () => secretOf(captcha, key) },
		accounts: {
			profile: () => (signedIn ? createProfile() : rejectCall(401, 'Sign in first')),
			oauthProviders: () => ({ items: [], passwords: true }),
			login: ({ headers }) => {
				if (headers.captcha !== right) rejectCall(422, 'The captcha was not solved');
				signedIn = true;
				return EXPIRIES;
			},
		},
	});
	await expect.element(button).toBeEnabled();
	return shown;
}

function secretOf(captcha: Awaited<Secret>['captcha'], site_key: string): Awaited<Secret> {
	return {
		api_endpoint: '/api',
		app_env: 'test',
		site_key,
		site_origin: location.origin,
		captcha,
		simulated: true,
		provider: 'simulated',
		prelaunch: false,
		sign_up: 'open',
		administrator: true,
		tracking: null,
	};
}

async function send(): Promise<void> {
	await page.getByLabelText('E-mail address').fill('ann@example.com');
	await page.getByLabelText('Password', { exact: true }).fill('correct horse');
	await userEvent.keyboard('{Enter}');
}

afterEach(() => {
	vi.restoreAllMocks();
	vi.unstubAllGlobals();
});

describe('a captcha', () => {
	it('is solved in the form, and its token sent along', async () => {
		const rendered: Options[] = [];
		vi.stubGlobal('turnstile', widget(rendered));
		const scripts = interceptCaptchaScripts(() => true);
		const { getUrl } = await open('turnstile', 'site-1', 'token of a human');
		await box.click();
		await send();
		await expect.poll(getUrl).toBe('/favourites');
		expect(scripts).toEqual(['https://challenges.cloudflare.com/turnstile/v0/api.js?render=explicit']);
		expect(rendered).toMatchObject([{ sitekey: 'site-1', action: 'login' }]);
	});

	it('whose token expired counts as unsolved, and can be solved again', async () => {
		vi.stubGlobal('turnstile', widget([]));
		interceptCaptchaScripts(() => true);
		const { getUrl } = await open('turnstile', 'site-1', 'token of a human');
		await box.click();
		await box.click();
		await send();
		await expect.element(page.getByText('The captcha was not solved')).toBeVisible();
		await box.click();
		await button.click();
		await expect.poll(getUrl).toBe('/favourites');
	});

	it('is asked again after its token was sent, because a token is accepted once', async () => {
		vi.stubGlobal('turnstile', widget([], ['token of another form', 'token of a human']));
		interceptCaptchaScripts(() => true);
		const { getUrl } = await open('turnstile', 'site-1', 'token of a human');
		await box.click();
		await send();
		await expect.element(page.getByText('The captcha was not solved')).toBeVisible();
		await expect.element(box).not.toBeChecked();
		await box.click();
		await button.click();
		await expect.poll(getUrl).toBe('/favourites');
	});

	it('without anything to see is asked when the form is sent', async () => {
		const execute = vi.fn(async () => 'token of a score');
		interceptCaptchaScripts(() => {
			vi.stubGlobal('grecaptcha', { ready: (done: () => void) => done(), execute });
			return true;
		});
		const { getUrl } = await open('recaptcha', 'site 2', 'token of a score');
		await send();
		await expect.poll(getUrl).toBe('/favourites');
		expect(execute.mock.calls).toEqual([['site 2', { action: 'login' }]]);
	});

	it('that could not be loaded is reported by the answer instead of failing silently', async () => {
		interceptCaptchaScripts(() => false);
		await open('hcaptcha', 'site-3', 'token of a human');
		await send();
		await expect.element(page.getByText('The captcha was not solved')).toBeVisible();
		await expect.element(button).toBeEnabled();
	});
});

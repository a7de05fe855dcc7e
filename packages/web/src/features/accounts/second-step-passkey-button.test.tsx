import type {} from '@vitest/browser-playwright';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { cdp, page } from 'vitest/browser';
import { createProfile, EXPIRIES } from '../../testing/accounts.ts';
import { type Answers, rejectCall } from '../../testing/api.ts';
import { show } from '../../testing/page.tsx';
import { PasskeyButton } from './second-step.tsx';

const CREDENTIAL = btoa('passkey-1');
const OPTIONS = {
	challenge: btoa('challenge'),
	rpId: location.hostname,
	allowCredentials: [],
	userVerification: 'required',
	timeout: 60_000,
};

const browser = cdp();
let authenticator = '';

function base64(bytes: ArrayBuffer): string {
	return btoa(String.fromCharCode(...new Uint8Array(bytes)));
}

/** A device with a passkey whose owner always confirms. */
beforeEach(async () => {
	await browser.send('WebAuthn.enable');
	const kind = { protocol: 'ctap2', transport: 'internal' } as const;
	const options = { ...kind, hasResidentKey: true, hasUserVerification: true, isUserVerified: true };
	const added = await browser.send('WebAuthn.addVirtualAuthenticator', { options: { ...options, automaticPresenceSimulation: true } });
	authenticator = added.authenticatorId;
	const { privateKey } = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, ['sign']);
	const key = base64(await crypto.subtle.exportKey('pkcs8', privateKey));
	const credential = {
		credentialId: CREDENTIAL,
		isResidentCredential: true,
		rpId: location.hostname,
		privateKey: key,
		userHandle: btoa('ann'),
		signCount: 0,
	};
	await browser.send('WebAuthn.addCredential', { authenticatorId: authenticator, credential });
});
afterEach(async () => {
	await browser.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId: authenticator });
	await browser.send('WebAuthn.disable');
	vi.restoreAllMocks();
});

const button = page.getByRole('button', { name: 'Sign in with passkey' });

async function open(accounts: NonNullable<Answers['accounts']>) {
	const shown = await show(<PasskeyButton redirectTo="/favourites" />, {
		accounts: { passkeyOptions: () => OPTIONS, profile: () => createProfile(), ...accounts },
	});
	const sent = () => shown.calls.filter(({ call }) => call === 'accounts.passkeyLogin').map(({ input }) => input);
	return { ...shown, sent };
}

describe('a passkey', () => {
	it('of this device signs in, and leads on', async () => {
		const { getUrl, sent } = await open({ passkeyLogin: () => EXPIRIES });
		await button.click();
		await expect.poll(getUrl).toBe('/favourites');
		expect(sent()).toMatchObject([
			{ body: { credential: { id: CREDENTIAL, type: 'public-key', response: { signature: expect.any(String) } } } },
		]);
	});

	it('that the server does not know is reported in its words', async () => {
		const { getUrl } = await open({ passkeyLogin: () => rejectCall(401, 'This passkey belongs to no account') });
		await button.click();
		await expect.element(page.getByRole('alert')).toHaveTextContent('This passkey belongs to no account');
		await expect.element(button).toBeEnabled();
		expect(getUrl()).toBe('/here');
	});

	it('that was not given is reported plainly, and can be requested again', async () => {
		const prompt = vi.spyOn(navigator.credentials, 'get').mockRejectedValueOnce(new DOMException('Not allowed', 'NotAllowedError'));
		const { getUrl, sent } = await open({ passkeyLogin: () => EXPIRIES });
		await button.click();
		await expect.element(page.getByRole('alert')).toHaveTextContent('Passkey sign-in was canceled.');
		expect([prompt.mock.calls.length, sent()]).toEqual([1, []]);
		await button.click();
		await expect.poll(getUrl).toBe('/favourites');
	});

	it('is asked for once however often the button is pressed, and again when that came to nothing', async () => {
		let fail: ((error: Error) => void) | undefined;
		const { calls } = await open({
			passkeyOptions: () =>
				new Promise((_, refused) => {
					fail = refused;
				}),
		});
		const begun = () => calls.filter(({ call }) => call === 'accounts.passkeyOptions').length;
		(button.element() as HTMLButtonElement).click();
		(button.element() as HTMLButtonElement).click();
		await expect.element(button).toBeDisabled();
		await expect.poll(begun).toBe(1);
		fail?.(new Error('The server is away'));
		await expect.element(page.getByRole('alert')).toHaveTextContent('The server is away');
		await button.click();
		await expect.poll(begun).toBe(2);
	});
});

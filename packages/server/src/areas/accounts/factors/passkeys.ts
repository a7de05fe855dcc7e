/** Passkeys (WebAuthn): a key on a device, unlocked by fingerprint, face or PIN. So a passkey is two factors in one. */

import {
	type AuthenticationResponseJSON,
	generateAuthenticationOptions,
	generateRegistrationOptions,
	type RegistrationResponseJSON,
	verifyAuthenticationResponse,
	verifyRegistrationResponse,
} from '@simplewebauthn/server';
import type { Challenge, Passkey } from '@sw/domain/access/sign-in-records';
import type { User } from '@sw/domain/access/user';
import { MINUTE, type UtcMs } from '@sw/domain/time/units';
import type { Context } from '../context/context.ts';

type Parts = Pick<Context, 'records' | 'clock' | 'origin'>;

export type RegistrationOptions = Awaited<ReturnType<typeof generateRegistrationOptions>>;
type AuthenticationOptions = Awaited<ReturnType<typeof generateAuthenticationOptions>>;

const CHALLENGE_LIFE = 5 * MINUTE;
const SIGN_IN_PURPOSE = 'sign-in';
/** COSE ids of EdDSA, ES256 and RS256. The library's default list probes experimental features of Node, which prints two warnings. */
const ALGORITHMS = [-8, -7, -257];

export function createPasskeys({ records, clock, origin }: Parts) {
	const { hostname: site, origin: expectedOrigin } = new URL(origin);
	const storeChallenge = async (browserHash: Uint8Array, purpose: string, challenge: string): Promise<void> => {
		const kept: Challenge = { browserHash, purpose, challenge, expiresAt: (clock.now() + CHALLENGE_LIFE) as UtcMs };
		await records.setChallenge(kept);
	};
	return {
		beginRegistration: async (user: User, browser: Buffer): Promise<RegistrationOptions> => {
			const known = await records.passkeysOf(user.id);
			const options = await generateRegistrationOptions({
				rpName: 'Signalwheel',
				rpID: site,
				userName: user.email,
				userDisplayName: user.name || user.email,
				userID: Uint8Array.from(Buffer.from(user.id)),
				excludeCredentials: known.map(({ id, transports }) => ({ id, transports })),
				supportedAlgorithmIDs: ALGORITHMS,
				authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
			});
			await storeChallenge(browser, user.id, options.challenge);
			return options;
		},

		/** Returns what to store for a new passkey; undefined when the response doesn't answer this browser's challenge. */
		verifyRegistration: async (
			user: User,
			response: unknown,
			browser: Buffer,
		): Promise<Pick<Passkey, 'id' | 'publicKey' | 'counter' | 'transports'> | undefined> => {
			const expectedChallenge = await records.consumeChallenge(browser, user.id, clock.now());
			if (expectedChallenge === undefined) return undefined;
			const found = await undefinedIfInvalid(() =>
				verifyRegistrationResponse({
					response: response as RegistrationResponseJSON,
					expectedChallenge,
					expectedOrigin,
					expectedRPID: site,
					supportedAlgorithmIDs: ALGORITHMS,
					requireUserVerification: true,
				}),
			);
			if (!found?.verified) return undefined;
			const { id, publicKey, counter, transports = [] } = found.registrationInfo.credential;
			return { id, publicKey, counter, transports: transports.map(String) };
		},

		beginSignIn: async (browser: Buffer): Promise<AuthenticationOptions> => {
			const options = await generateAuthenticationOptions({ rpID: site, userVerification: 'required' });
			await storeChallenge(browser, SIGN_IN_PURPOSE, options.challenge);
			return options;
		},

		/** Returns the account whose passkey signed this browser's challenge, and records the use. Undefined for an invalid response. */
		verifySignIn: async (response: { id: string }, browser: Buffer): Promise<User | undefined> => {
			const now = clock.now();
			const expectedChallenge = await records.consumeChallenge(browser, SIGN_IN_PURPOSE, now);
			const key = await records.passkey(response.id);
			if (expectedChallenge === undefined || !key) return undefined;
			const found = await undefinedIfInvalid(() =>
				verifyAuthenticationResponse({
					response: response as AuthenticationResponseJSON,
					expectedChallenge,
					expectedOrigin,
					expectedRPID: site,
					credential: {
						id: key.id,
						publicKey: Uint8Array.from(key.publicKey),
						counter: key.counter,
						transports: key.transports,
					},
					requireUserVerification: true,
				}),
			);
			if (!found?.verified) return undefined;
			await records.recordPasskeyUse(key.id, found.authenticationInfo.newCounter, now);
			return records.userById(key.userId);
		},
	};
}

/** Returns undefined for an invalid response, for which the library throws an error. */
async function undefinedIfInvalid<T>(work: () => Promise<T>): Promise<T | undefined> {
	try {
		return await work();
	} catch {
		return undefined;
	}
}

export type Passkeys = ReturnType<typeof createPasskeys>;

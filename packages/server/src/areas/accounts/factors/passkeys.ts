/** Passkeys (WebAuthn): a key on a device, unlocked by fingerprint, face or PIN. So a passkey is two factors in one. */

import type {
	AuthenticationResponseJSON,
	PublicKeyCredentialCreationOptionsJSON,
	PublicKeyCredentialRequestOptionsJSON,
	RegistrationResponseJSON,
} from '@simplewebauthn/server';
import type { Challenge, Passkey } from '@sw/domain/access/sign-in-records';
import type { User } from '@sw/domain/access/user';
import { MINUTE, type UtcMs } from '@sw/domain/time/units';
import type { Context } from '../context/context.ts';

type Parts = Pick<Context, 'records' | 'clock' | 'origin'>;

const CHALLENGE_LIFE_MS = 5 * MINUTE;
const SIGN_IN_PURPOSE = 'sign-in';
/** COSE ids of EdDSA, ES256 and RS256. The library's default list probes experimental features of Node, which prints two warnings. */
const ALGORITHMS = [-8, -7, -257];

/** Loads the library at first use: it has 270 modules, a tenth of what the server imports. */
function loadLibrary(): Promise<typeof import('@simplewebauthn/server')> {
	return import('@simplewebauthn/server');
}

export function createPasskeys({ records, clock, origin }: Parts) {
	const { hostname: rpId, origin: expectedOrigin } = new URL(origin);
	const storeChallenge = async (browserHash: Uint8Array, purpose: string, challenge: string): Promise<void> => {
		const storedChallenge: Challenge = { browserHash, purpose, challenge, expiresAt: (clock.now() + CHALLENGE_LIFE_MS) as UtcMs };
		await records.setChallenge(storedChallenge);
	};
	return {
		beginRegistration: async (user: User, browserHash: Buffer): Promise<PublicKeyCredentialCreationOptionsJSON> => {
			const passkeys = await records.passkeysOf(user.id);
			const { generateRegistrationOptions } = await loadLibrary();
			const options = await generateRegistrationOptions({
				rpName: 'Signalwheel',
				rpID: rpId,
				userName: user.email,
				userDisplayName: user.name || user.email,
				userID: Uint8Array.from(Buffer.from(user.id)),
				excludeCredentials: passkeys.map(({ id, transports }) => ({ id, transports })),
				supportedAlgorithmIDs: ALGORITHMS,
				authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
			});
			await storeChallenge(browserHash, user.id, options.challenge);
			return options;
		},

		/** Returns what to store for a new passkey; undefined when the response doesn't answer this browser's challenge. */
		verifyRegistration: async (
			user: User,
			response: unknown,
			browserHash: Buffer,
		): Promise<Pick<Passkey, 'id' | 'publicKey' | 'counter' | 'transports'> | undefined> => {
			const expectedChallenge = await records.consumeChallenge(browserHash, user.id, clock.now());
			if (expectedChallenge === undefined) return undefined;
			const { verifyRegistrationResponse } = await loadLibrary();
			const verification = await undefinedIfInvalid(() =>
				verifyRegistrationResponse({
					response: response as RegistrationResponseJSON,
					expectedChallenge,
					expectedOrigin,
					expectedRPID: rpId,
					supportedAlgorithmIDs: ALGORITHMS,
					requireUserVerification: true,
				}),
			);
			if (!verification?.verified) return undefined;
			const { id, publicKey, counter, transports = [] } = verification.registrationInfo.credential;
			return { id, publicKey, counter, transports: transports.map(String) };
		},

		beginSignIn: async (browserHash: Buffer): Promise<PublicKeyCredentialRequestOptionsJSON> => {
			const { generateAuthenticationOptions } = await loadLibrary();
			const options = await generateAuthenticationOptions({ rpID: rpId, userVerification: 'required' });
			await storeChallenge(browserHash, SIGN_IN_PURPOSE, options.challenge);
			return options;
		},

		/** Returns the account whose passkey signed this browser's challenge, and records the use. Undefined for an invalid response. */
		verifySignIn: async (response: { id: string }, browserHash: Buffer): Promise<User | undefined> => {
			const now = clock.now();
			const expectedChallenge = await records.consumeChallenge(browserHash, SIGN_IN_PURPOSE, now);
			const passkey = await records.passkey(response.id);
			if (expectedChallenge === undefined || !passkey) return undefined;
			const { verifyAuthenticationResponse } = await loadLibrary();
			const verification = await undefinedIfInvalid(() =>
				verifyAuthenticationResponse({
					response: response as AuthenticationResponseJSON,
					expectedChallenge,
					expectedOrigin,
					expectedRPID: rpId,
					credential: {
						id: passkey.id,
						publicKey: Uint8Array.from(passkey.publicKey),
						counter: passkey.counter,
						transports: passkey.transports,
					},
					requireUserVerification: true,
				}),
			);
			if (!verification?.verified) return undefined;
			await records.recordPasskeyUse(passkey.id, verification.authenticationInfo.newCounter, now);
			return records.userById(passkey.userId);
		},
	};
}

/** Returns undefined for an invalid response, for which the library throws an error. */
async function undefinedIfInvalid<T>(verify: () => Promise<T>): Promise<T | undefined> {
	try {
		return await verify();
	} catch {
		return undefined;
	}
}

export type Passkeys = ReturnType<typeof createPasskeys>;

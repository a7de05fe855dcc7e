import { z } from 'zod';
import { isoTime, strictObject } from '../base/common.ts';
import type { Area } from '../base/define.ts';
import { anyPassword, code, emptyBody, expiries, singleLine } from './schemas.ts';

/** Required for changes of the second factor: the account's password, if it has one. */
const passwordProof = { password: anyPassword.optional() };

/** A WebAuthn credential as the browser returns it; the server's library parses it. */
const credential = z.looseObject({
	id: singleLine(2_000).min(1),
	type: z.literal('public-key'),
	response: z.record(z.string(), z.unknown()),
});

/** WebAuthn options for signing in, passed to the browser as they are. */
const signInOptions = z.looseObject({ challenge: z.string() });

/** WebAuthn options for creating a passkey. */
const passkeyCreationOptions = z.looseObject({
	challenge: z.string(),
	rp: z.object({ name: z.string(), id: z.string().optional() }),
	user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
	pubKeyCredParams: z.array(z.object({ alg: z.int(), type: z.literal('public-key') })),
});

const passkey = z.object({ id: z.string(), name: z.string(), created: isoTime, used: isoTime.nullable() }).meta({ id: 'Passkey' });

const secondFactorState = z
	.object({
		since: isoTime.nullable().describe('When the second factor was enabled; null: it is not.'),
		required: z.boolean().describe('Whether this account must set one up before doing anything else.'),
		totp: z.boolean(),
		passkeys: z.array(passkey),
		recovery_codes_left: z.int().min(0),
	})
	.meta({ id: 'SecondFactor' });

/** Shown once; empty where the account already has codes. */
const recoveryCodes = z.object({ recovery_codes: z.array(z.string()) });

const passkeyId = singleLine(1_400).min(1);
const factorCall = { access: 'user', errors: [400, 401, 403, 409, 422] } as const;

/** The second factor: codes from an authenticator app, passkeys, and recovery codes in case both are lost. */
export const factors = {
	secondFactor: {
		method: 'GET',
		path: '/api/me/second-factor',
		access: 'user',
		summary: "List the account's second factors",
		answers: { 200: secondFactorState },
		errors: [401, 403],
	},
	beginTotp: {
		...factorCall,
		method: 'POST',
		path: '/api/me/second-factor/totp',
		summary: 'Create a secret for an authenticator app; it takes effect after the first correct code',
		body: strictObject(passwordProof),
		answers: { 200: z.object({ secret: z.string(), uri: z.string() }) },
	},
	confirmTotp: {
		...factorCall,
		method: 'PUT',
		path: '/api/me/second-factor/totp',
		summary: 'Activate the authenticator app with its first code',
		body: strictObject({ code }),
		answers: { 200: recoveryCodes },
	},
	renewRecoveryCodes: {
		...factorCall,
		method: 'POST',
		path: '/api/me/second-factor/recovery-codes',
		summary: 'Replace all recovery codes',
		body: strictObject({ ...passwordProof, code }),
		answers: { 200: recoveryCodes },
	},
	beginPasskey: {
		...factorCall,
		method: 'POST',
		path: '/api/me/second-factor/passkeys/options',
		summary: 'Get the options for creating a passkey in the browser',
		body: strictObject(passwordProof),
		answers: { 200: passkeyCreationOptions },
	},
	addPasskey: {
		...factorCall,
		method: 'POST',
		path: '/api/me/second-factor/passkeys',
		summary: 'Add the passkey that the authenticator created',
		body: strictObject({ name: singleLine(100), credential }),
		answers: { 200: recoveryCodes },
	},
	removePasskey: {
		...factorCall,
		method: 'DELETE',
		path: '/api/me/second-factor/passkeys/{id}',
		summary: 'Remove a passkey',
		params: strictObject({ id: passkeyId }),
		body: strictObject({ ...passwordProof, code }),
		answers: { 204: z.undefined() },
		errors: [400, 401, 403, 404, 422],
	},
	removeSecondFactor: {
		...factorCall,
		method: 'DELETE',
		path: '/api/me/second-factor',
		summary: 'Turn off two-factor authentication',
		body: strictObject({ ...passwordProof, code }),
		answers: { 204: z.undefined() },
	},
	completeSignIn: {
		method: 'POST',
		path: '/api/auth/second-factor',
		access: 'public',
		summary: 'Complete a sign-in by mail or another provider with the second factor',
		body: strictObject({ code }),
		answers: { 200: expiries },
		errors: [400, 401, 403, 422],
	},
	passkeyOptions: {
		method: 'POST',
		path: '/api/auth/passkey/options',
		access: 'public',
		summary: 'Get the options for signing in with a passkey',
		body: emptyBody,
		answers: { 200: signInOptions },
		errors: [400, 403],
	},
	passkeyLogin: {
		method: 'POST',
		path: '/api/auth/passkey',
		access: 'public',
		summary: 'Sign in with a passkey; no other factor is needed',
		body: strictObject({ credential }),
		answers: { 200: expiries },
		errors: [400, 401, 403],
	},
} as const satisfies Area;

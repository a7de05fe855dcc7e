import { SECOND, type UtcMs } from '@sw/domain/time/units';
import { type OauthProvider, OauthRefusedError, OauthUnreachableError } from '../../../outside/oauth/provider.ts';
import { malformed, notFound, Problem } from '../../../platform/errors.ts';
import type { Context } from '../context/context.ts';

type Parts = Pick<Context, 'records' | 'providers' | 'clock' | 'origin'>;

/** Allowed clock difference: a session that seems to start this long after the provider's logout message can still be one that it ends. */
const CLOCK_TOLERANCE_MS = 30 * SECOND;

/** Signs users out at their provider, and ends sessions here that the provider has ended. */
export function createProviderLogout({ records, providers, clock, origin }: Parts) {
	return {
		/**
		 * Returns the URL where the browser also signs out at the provider; undefined without one, or if the provider is unreachable. Call before ending
		 * the session.
		 */
		findLogoutUrl: async (sessionId: string): Promise<string | undefined> => {
			const providerSession = await records.providerSessionOf(sessionId);
			if (!providerSession || providerSession.idToken === null) return undefined;
			// An outage of the provider must not keep a user signed in here.
			return providers
				.get(providerSession.provider)
				?.logoutUrl(providerSession.idToken, `${origin}/`)
				.catch(() => undefined);
		},

		/** Ends sessions by back-channel logout, which the provider calls. 400 for anything but a valid logout token of that provider. */
		endSessions: async (name: string, token: string | undefined): Promise<void> => {
			const provider = requireNamedProvider(providers, name);
			if (token === undefined || token === '') throw malformed('logout_token', 'Required to fill in');
			const { subject, sid, sentAt } = await askProvider(
				provider,
				'logout_token',
				"didn't issue this logout token for us, or it is too old",
				() => provider.readLogout(token),
			);
			const startedBefore = (sentAt + CLOCK_TOLERANCE_MS) as UtcMs;
			for (const { sessionId, linkId } of await records.sessionsEndedAtProvider({
				provider: name,
				subject,
				sid,
				createdBefore: startedBefore,
			})) {
				if (sessionId !== null) await records.endSession(sessionId);
				if (linkId !== null) await records.useLink({ id: linkId, kind: 'factor' }, clock.now());
			}
		},
	};
}

/** Finds a provider; 404 for a name that isn't configured. */
export function requireNamedProvider(providers: ReadonlyMap<string, OauthProvider>, name: string): OauthProvider {
	const provider = providers.get(name);
	if (!provider) throw notFound('Provider not found');
	return provider;
}

/** Asks a provider: 503 when it is unreachable; 400 about `field` when it refuses or its response is invalid, with the text '<label> <refusal>'. */
export async function askProvider<T>({ label }: OauthProvider, field: string, refusal: string, request: () => Promise<T>): Promise<T> {
	try {
		return await request();
	} catch (error) {
		if (error instanceof OauthUnreachableError)
			throw new Problem('unavailable', { detail: `${label} is unreachable, try again later`, cause: error });
		if (error instanceof OauthRefusedError)
			throw new Problem('malformed', { errors: [{ field, message: `${label} ${refusal}` }], cause: error });
		throw error;
	}
}

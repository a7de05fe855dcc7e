import { type OauthProvider, OauthRefused, OauthUnreachable } from '../../../outside/oauth/provider.ts';
import { notFound, Problem } from '../../../platform/errors.ts';

export function findProvider(providers: ReadonlyMap<string, OauthProvider>, name: string): OauthProvider {
	const provider = providers.get(name);
	if (!provider) throw notFound('Provider not found');
	return provider;
}

/** 503 when the provider is unreachable; 400 about `field` when it refuses, or its answer is refused. `refusal` follows its label. */
export async function askProvider<T>({ label }: OauthProvider, field: string, refusal: string, work: () => Promise<T>): Promise<T> {
	try {
		return await work();
	} catch (error) {
		if (error instanceof OauthUnreachable)
			throw new Problem('unavailable', { detail: `${label} is unreachable, try again later`, cause: error });
		if (error instanceof OauthRefused)
			throw new Problem('malformed', { errors: [{ field, message: `${label} ${refusal}` }], cause: error });
		throw error;
	}
}

import { createGithubProvider } from './github.ts';
import { createOpenidProvider } from './openid.ts';
import type { OauthConfig, OauthProvider } from './provider.ts';

const GOOGLE_ISSUER = 'https://accounts.google.com';

/** The configured providers by name. Throws for a provider that is neither built in nor has an issuer. */
export function oauthProviders(configs: readonly OauthConfig[]): ReadonlyMap<string, OauthProvider> {
	const providers = new Map<string, OauthProvider>();
	for (const config of configs) {
		const issuer = config.issuer ?? (config.name === 'google' ? GOOGLE_ISSUER : null);
		if (issuer !== null) providers.set(config.name, createOpenidProvider({ ...config, issuer }, labelOf(config.name)));
		else if (config.name === 'github') providers.set(config.name, createGithubProvider(config));
		else throw new Error(`The sign-in provider '${config.name}' needs an issuer.`);
	}
	return providers;
}

function labelOf(name: string): string {
	return name.charAt(0).toUpperCase() + name.slice(1);
}

/** The package has no types; these are the few that tests use. */
declare module 'oidc-provider' {
	import type { IncomingMessage, ServerResponse } from 'node:http';

	interface Interaction {
		prompt: { name: string };
		params: Record<string, unknown>;
		grantId?: string;
		session?: { accountId: string };
	}

	interface Grant {
		addOIDCScope(scope: string): void;
		save(): Promise<string>;
	}

	export class Provider {
		constructor(issuer: string, configuration: object);
		Grant: { new (options: { accountId: string | undefined; clientId: string }): Grant; find(id: string): Promise<Grant | undefined> };
		on(event: 'refresh_token.saved', listen: (token: { jti: string }) => void): void;
		callback(): (request: IncomingMessage, response: ServerResponse) => void;
		interactionDetails(request: IncomingMessage, response: ServerResponse): Promise<Interaction>;
		interactionFinished(
			request: IncomingMessage,
			response: ServerResponse,
			result: object,
			options?: { mergeWithLastSubmission: boolean },
		): Promise<void>;
	}
}

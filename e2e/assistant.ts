import { randomBytes, randomUUID } from 'node:crypto';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { KEY_PREFIX, type KeyScope } from '@sw/domain/access/api-key';
import { sha256 } from '@sw/server/areas/accounts/parts/tokens';
import type { Running } from './fixtures.ts';

/** A personal key of a demo account, for a day. */
export const keyOf = async ({ product }: Pick<Running, 'product'>, email: string, scopes: readonly KeyScope[]): Promise<string> => {
	const key = `${KEY_PREFIX}${randomBytes(32).toString('base64url')}`;
	await product.stores.records.pool.query(
		`insert into api_keys (id, user_id, name, key_hash, tail, scopes, created_at, expires_at)
		select $1, id, 'A program', $2, $3, $4, now(), now() + interval '1 year' from users where email = $5`,
		[randomUUID(), sha256(key), key.slice(-4), scopes, email],
	);
	return key;
};

/** What an answer says, and whether it is a refusal. */
export interface Told {
	readonly refused: boolean;
	readonly text: string;
}

export interface Assistant {
	readonly tools: Awaited<ReturnType<Client['listTools']>>['tools'];
	ask(tool: string, given: Record<string, unknown>): Promise<Told>;
	close(): Promise<void>;
}

/** The official client, connected to a running product by a key. */
export const connect = async (url: string, key: string): Promise<Assistant> => {
	const client = new Client({ name: 'e2e', version: '1' });
	const headers = { authorization: `Bearer ${key}` };
	await client.connect(new StreamableHTTPClientTransport(new URL('/api/mcp', url), { requestInit: { headers } }));
	const { tools } = await client.listTools();
	return {
		tools,
		ask: async (name, given) => {
			const { content, isError } = await client.callTool({ name, arguments: given });
			const [first] = content as { type: string; text: string }[];
			return { refused: isError === true, text: first?.text ?? '' };
		},
		close: () => client.close(),
	};
};

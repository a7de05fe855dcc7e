import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';

/** The answer's text, and whether it is an error. */
export interface ToolAnswer {
	readonly isError: boolean;
	readonly text: string;
}

export interface Assistant {
	readonly tools: Awaited<ReturnType<Client['listTools']>>['tools'];
	ask(tool: string, args: Record<string, unknown>): Promise<ToolAnswer>;
	close(): Promise<void>;
}

/** The official client, connected to a running product with a key. */
export const connectAssistant = async (url: string, key: string): Promise<Assistant> => {
	const client = new Client({ name: 'e2e', version: '1' });
	const headers = { authorization: `Bearer ${key}` };
	await client.connect(new StreamableHTTPClientTransport(new URL(`${url}/api/mcp`), { requestInit: { headers } }));
	const { tools } = await client.listTools();
	return {
		tools,
		ask: async (toolName, args) => {
			const { content, isError } = await client.callTool({ name: toolName, arguments: args });
			const [first] = content as { type: string; text: string }[];
			return { isError: isError === true, text: first?.text ?? '' };
		},
		close: () => client.close(),
	};
};

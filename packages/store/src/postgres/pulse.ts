import { Client } from 'pg';
import { breakOff } from './steady-pool.ts';

/** Pings a database on a separate connection, which is replaced after each failure. */
export const createPulse = (url: string) => {
	let client: Client | undefined;
	return {
		ask: async (within: number): Promise<void> => {
			if (!client) {
				client = new Client({ connectionString: url, connectionTimeoutMillis: within, keepAlive: true });
				client.on('error', () => {});
				await client.connect();
			}
			await client.query('select 1');
		},
		giveUp: (): void => {
			if (client) breakOff(client);
			client = undefined;
		},
	};
};

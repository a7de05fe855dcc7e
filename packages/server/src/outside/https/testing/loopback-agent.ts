import { Agent, type RequestOptions } from 'node:https';
import { connect } from 'node:net';
import type { Duplex } from 'node:stream';

/** Directs all https requests to one port of this machine, unencrypted, for tests that act as the receiver. */
export function createLoopbackAgent(port: number | ((host: string) => number)): Agent {
	class LoopbackAgent extends Agent {
		override createConnection(options: RequestOptions): Duplex {
			return connect(typeof port === 'number' ? port : port(String(options.host)), '127.0.0.1');
		}
	}
	return new LoopbackAgent({ keepAlive: true });
}

import { connect, type Socket } from 'node:net';
import { hub } from '@sw/contract/reports/hub';

const PATH = hub.poll.path;

/** A hub client on one keep-alive socket, without a library, so that a single process can run ten thousand of them. */
export class BareClient {
	private readonly socket: Socket;
	/** Header lines of each request. */
	private readonly headers: string;
	private received = '';
	private onResponse: ((body: string) => void) | undefined;

	private constructor(socket: Socket, headers: Readonly<Record<string, string>>) {
		this.socket = socket;
		this.headers = Object.entries(headers)
			.map(([name, value]) => `${name}: ${value}\r\n`)
			.join('');
		socket.setNoDelay(true).setEncoding('latin1');
		socket.on('data', (chunk: string) => this.onData(chunk));
	}

	static connect(port: number, headers: Readonly<Record<string, string>>): Promise<BareClient> {
		return new Promise((resolve, reject) => {
			const socket = connect(port, '127.0.0.1', () => resolve(new BareClient(socket, headers)));
			socket.once('error', reject);
		});
	}

	/** Sends one request and returns the response body. Any status but 200 ends the process, because the measurement would be invalid. */
	request(method: string, url: string, body = ''): Promise<string> {
		return new Promise((resolve) => {
			this.onResponse = resolve;
			this.send(method, url, body);
		});
	}

	/** Opens a live connection: negotiates, polls once, sends the protocol handshake and fetches the response. Returns the URL to poll. */
	async open(): Promise<string> {
		const { connectionToken } = JSON.parse(await this.request('POST', `${hub.negotiate.path}?negotiateVersion=1`));
		const url = `${PATH}?id=${connectionToken}`;
		await this.request('GET', url);
		await this.request('POST', url, '{"protocol":"json","version":1}\x1e');
		await this.request('GET', url);
		return url;
	}

	/** Polls until the client is closed; like the real client, immediately after each response. */
	poll(url: string, onEvent: () => void): void {
		this.onResponse = (body) => {
			if (body !== '') onEvent();
			this.send('GET', url, '');
		};
		this.send('GET', url, '');
	}

	close(): void {
		this.socket.destroy();
	}

	private send(method: string, url: string, body: string): void {
		const type = body === '' ? '' : 'Content-Type: text/plain;charset=UTF-8\r\n';
		this.socket.write(
			`${method} ${url} HTTP/1.1\r\nHost: localhost\r\nX-Requested-With: XMLHttpRequest\r\n${this.headers}${type}Content-Length: ${body.length}\r\n\r\n${body}`,
		);
	}

	private onData(chunk: string): void {
		this.received += chunk;
		const end = this.received.indexOf('\r\n\r\n');
		if (end === -1) return;
		const head = this.received.slice(0, end);
		const length = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0);
		if (this.received.length < end + 4 + length) return;
		if (!head.startsWith('HTTP/1.1 200')) throw new Error(`A client received ${head.split('\r\n')[0]}`);
		const body = this.received.slice(end + 4, end + 4 + length);
		this.received = '';
		this.onResponse?.(body);
	}
}

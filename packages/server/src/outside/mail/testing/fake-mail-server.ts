import { type AddressInfo, createServer, type Socket } from 'node:net';

export interface FakeMailServer {
	readonly port: number;
	/** Mails that it accepted, unmodified. */
	readonly acceptedMails: readonly string[];
	/** Every line that it received. */
	readonly receivedLines: readonly string[];
	close(): Promise<void>;
}

interface FakeMailOptions {
	readonly user?: string;
	/** Negative replies to MAIL, RCPT, DATA or the mail itself ('.'); read at each line. Default: positive replies. */
	readonly negativeReplies?: Record<string, string>;
}

/**
 * An unencrypted mail server on loopback. Only `user` can authenticate; clients without a user need no authentication. Its replies contain text that
 * must never be shown to users.
 */
export async function startFakeMailServer({ user, negativeReplies = {} }: FakeMailOptions = {}): Promise<FakeMailServer> {
	const acceptedMails: string[] = [];
	const receivedLines: string[] = [];
	const sockets = new Set<Socket>();
	const reply = (socket: Socket, line: string): void => {
		const [verb = ''] = line.toUpperCase().split(' ');
		if (verb === 'EHLO') socket.write(`250-fake\r\n${user === undefined ? '' : '250-AUTH PLAIN\r\n'}250 HELP\r\n`);
		else if (verb === 'AUTH') {
			const [, name] = Buffer.from(line.split(' ')[2] ?? '', 'base64')
				.toString()
				.split('\0');
			socket.write(name === user ? '235 welcome\r\n' : '535 the inner banner says no\r\n');
		} else if (verb === 'QUIT') socket.end('221 bye\r\n');
		else if (negativeReplies[verb]) socket.write(`${negativeReplies[verb]}\r\n`);
		else socket.write(verb === 'DATA' ? '354 go on\r\n' : '250 yes\r\n');
	};
	const server = createServer((socket) => {
		sockets.add(socket);
		socket.on('close', () => sockets.delete(socket));
		socket.on('error', () => {});
		let partialLine = '';
		let mail: string[] | undefined;
		socket.on('data', (bytes) => {
			const lines = (partialLine + String(bytes)).split('\r\n');
			partialLine = lines.pop() ?? '';
			for (const line of lines) {
				receivedLines.push(line);
				if (mail === undefined) {
					if (line === 'DATA' && !negativeReplies['DATA']) mail = [];
					reply(socket, line);
				} else if (line === '.') {
					if (!negativeReplies['.']) acceptedMails.push(mail.join('\n'));
					mail = undefined;
					socket.write(`${negativeReplies['.'] ?? '250 taken'}\r\n`);
				} else mail.push(line);
			}
		});
		socket.write('220 fake\r\n');
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	return {
		port: (server.address() as AddressInfo).port,
		acceptedMails,
		receivedLines,
		close: () =>
			new Promise((resolve) => {
				for (const socket of sockets) socket.destroy();
				server.close(() => resolve());
			}),
	};
}

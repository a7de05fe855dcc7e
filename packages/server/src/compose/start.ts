/** Starts the product from environment variables, prints its address, and stops it cleanly on Ctrl+C and SIGTERM. */
import { createServer } from 'node:net';
import { StoreError } from '@sw/store/faults/store-error';
import { type Config, ConfigError, readConfig } from '../config/config.ts';
import { PRODUCT_VERSION } from '../config/product-version.ts';
import { systemWallClock } from '../platform/clocks/wall-clock.ts';
import { createProgressBar } from '../platform/readiness.ts';
import { drainRequests, onStopSignal } from '../platform/stop-signals.ts';
import { compose } from './compose.ts';
import type { Product } from './product.ts';

/** Milliseconds after which the stop is forced. */
const STOP_TIMEOUT_MS = 4_500;

/** For errors before the configuration is known. */
const NO_ADDRESSES = { host: '', port: 0, metrics: null };

/** Starts the product; ends the process if that fails: code 2 for an invalid configuration, 1 for anything else. */
export function start(env: NodeJS.ProcessEnv): Promise<void> {
	return run(env).catch((error) => fail(explainStartError(error, NO_ADDRESSES), error instanceof ConfigError ? 2 : 1));
}

function fail(message: string, code: number): never {
	console.error(message);
	process.exit(code);
}

async function run(env: NodeJS.ProcessEnv): Promise<void> {
	const config = readConfig(env, process.cwd());
	/** The product to close at a stop; undefined until opening begins. */
	let opening: Promise<Product | undefined> = Promise.resolve(undefined);
	let isOpen = false;
	let isStopping = false;
	const stop = (signal: string): void => {
		if (isStopping) process.exit(1);
		isStopping = true;
		// A product that is still being opened has accepted no requests, so it need not be drained.
		const timeoutMs = STOP_TIMEOUT_MS + (isOpen ? config.drain * 1000 : 0);
		setTimeout(() => (isOpen ? fail(`Shutdown took longer than ${timeoutMs / 1000} s.`, 1) : process.exit(0)), timeoutMs).unref();
		opening
			.catch(() => undefined)
			.then(async (product) => {
				if (product && isOpen) await drainRequests(product.readiness, systemWallClock, config.drain);
				await product?.close();
			})
			.then(
				() => process.exit(0),
				(error) => fail(`Shutdown after ${signal} failed: ${explainStartError(error, config)}`, 1),
			);
	};
	onStopSignal(stop);

	try {
		// Fail before a data folder is created.
		await tryPort(config);
		if (isStopping) return;
		opening = compose(config, { dev: process.argv.includes('--dev') });
		const product = (await opening) as Product;
		isOpen = true;
		if (isStopping) return;
		product.readiness.onChange(createProgressBar(process.stderr));
		endWhenFailed(product, () => {
			const wasStopping = isStopping;
			isStopping = true;
			return wasStopping;
		});
		const url = await product.listen();
		console.log(`Signalwheel ${PRODUCT_VERSION} · ${product.label} · ${url}`);
		for (const line of product.firstSteps) console.log(line);
		await product.run();
		if (isStopping) return;
		console.log(
			[
				'',
				`  Ready: ${config.origin}`,
				`  API:   ${config.origin}/api/docs`,
				`  Data:  ${config.folder}`,
				...product.notes.map((note) => `  ${note}`),
				'  Stop with Ctrl+C.',
				'',
			].join('\n'),
		);
	} catch (error) {
		if (isStopping) return;
		const message = explainStartError(error, config);
		const product = await opening.catch(() => undefined);
		await product?.close().catch(() => {});
		fail(message, error instanceof ConfigError ? 2 : 1);
	}
}

/** Rejects when the port cannot be opened. */
function tryPort({ port, host }: { port: number; host: string }): Promise<void> {
	return new Promise((resolve, reject) => {
		// Close connections that arrive meanwhile, so that they do not delay the check.
		const probe = createServer((socket) => socket.destroy());
		probe.once('error', reject);
		probe.listen(port, host, () => probe.close(() => resolve()));
	});
}

/**
 * Ends the process when the market fails permanently after it was ready; an earlier failure makes the start fail. `claim` marks the process as
 * stopping and returns whether it already was.
 */
function endWhenFailed({ readiness, close }: Product, claim: () => boolean): void {
	let wasReady = false;
	readiness.onChange(({ status, phase }) => {
		wasReady ||= status === 'ready';
		if (status !== 'failed' || !wasReady || claim()) return;
		setTimeout(() => fail(phase, 1), STOP_TIMEOUT_MS).unref();
		close().then(
			() => fail(phase, 1),
			() => fail(phase, 1),
		);
	});
}

type ListenAddresses = Pick<Config, 'host' | 'port' | 'metrics'>;
type Failure = NodeJS.ErrnoException & { hostname?: string; address?: string; port?: number };

/** Explains an error of the start: the environment variable and the fix if known, otherwise the stack. */
export function explainStartError(error: unknown, { host, port, metrics }: ListenAddresses): string {
	if (error instanceof StoreError || error instanceof ConfigError) return error.message;
	if (!(error instanceof Error)) return String(error);
	const { code, hostname, address, port: failedPort = port, message, stack } = error as Failure;
	const isMetricsPort = failedPort === metrics?.port && failedPort !== port;
	const describeSetting = (isMetrics: boolean): string =>
		isMetrics ? 'SIGNALWHEEL_METRICS must name an address of this machine' : 'HOST must be an address of this machine';
	const unknownHost = `'${hostname}' isn't a known host name.`;
	switch (code) {
		case 'ENOTFOUND':
		case 'EAI_AGAIN':
			if (hostname === host) return `${describeSetting(false)}: ${unknownHost}`;
			if (hostname === metrics?.host) return `${describeSetting(true)}: ${unknownHost}`;
			break;
		case 'EADDRNOTAVAIL':
			return `${describeSetting(isMetricsPort)}: ${address} isn't one.`;
		case 'EADDRINUSE':
			return `Port ${failedPort} is in use by another program: stop that program, or set ${isMetricsPort ? 'SIGNALWHEEL_METRICS to another one.' : `PORT to another one, for example PORT=${failedPort + 1}.`}`;
		case 'EACCES':
			return `This user isn't allowed to open port ${failedPort}: set ${isMetricsPort ? 'SIGNALWHEEL_METRICS to one above 1023.' : 'PORT to one above 1023, for example PORT=8080.'}`;
	}
	return stack ?? message;
}

/** A time-stamping authority on this machine, using openssl: real responses to requests, and tokens for any time. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fromBER, GeneralizedTime, Integer, Null, ObjectIdentifier, OctetString, Sequence } from 'asn1js';

export interface LocalTsa extends Disposable {
	/** File of the root certificate. */
	readonly rootFile: string;
	readonly root: string;
	/** Answers a DER request with `openssl ts`, at the present time. */
	respond(request: Buffer): Buffer;
	/** Returns a granted response to a request, for a given time. `nonce` and `digest` replace those of the request. */
	respondAt(request: Buffer, time: number, options?: { nonce?: Buffer; digest?: Buffer; signer?: Signer }): Buffer;
	/** A token for a given time. */
	token(
		digest: Buffer,
		time: number,
		options?: { signer?: Signer | undefined; digest?: 'sha256' | 'sha1'; imprint?: 'sha256' | 'sha1'; nonce?: Buffer | undefined },
	): Buffer;
}
/** expired: valid in 2020 only; server: a certificate for TLS; other: issued by another root; forged: by one that has the root's name. */
export type Signer = 'tsa' | 'expired' | 'server' | 'other' | 'forged';

export const hasOpenssl = spawnSync('openssl', ['version']).status === 0;
export const NO_OPENSSL = 'the program openssl is not installed';
export const hasPython = spawnSync('python3', ['-c', 'import sys; sys.exit(sys.version_info < (3, 9))']).status === 0;
export const NO_PYTHON = 'python3 (3.9 or later) or openssl is not installed';

const CONFIG = `
[ca]
default_ca=ca
[ca]
database=index.txt
serial=serial
new_certs_dir=.
default_md=sha256
policy=any
unique_subject=no
[any]
commonName=supplied
[root]
basicConstraints=critical,CA:TRUE
keyUsage=critical,keyCertSign
subjectKeyIdentifier=hash
[tsa]
basicConstraints=critical,CA:FALSE
keyUsage=critical,digitalSignature
extendedKeyUsage=critical,timeStamping
subjectKeyIdentifier=hash
authorityKeyIdentifier=keyid
[without_key_id]
basicConstraints=critical,CA:FALSE
keyUsage=critical,digitalSignature
extendedKeyUsage=critical,timeStamping
authorityKeyIdentifier=none
[server]
basicConstraints=critical,CA:FALSE
extendedKeyUsage=serverAuth
subjectKeyIdentifier=hash
authorityKeyIdentifier=keyid
[stamp]
serial=tsserial
signer_digest=sha256
default_policy=1.2.3.4
digests=sha256,sha1
ess_cert_id_alg=sha256
`;

export function startLocalTsa(): LocalTsa {
	const folder = mkdtempSync(join(tmpdir(), 'signalwheel-tsa-'));
	const pathOf = (name: string): string => join(folder, name);
	const run = (...args: string[]): Buffer => {
		const { status, stdout, stderr } = spawnSync('openssl', args, { cwd: folder });
		if (status !== 0) throw new Error(`openssl ${args.join(' ')}: ${stderr}`);
		return stdout;
	};
	writeFileSync(pathOf('openssl.cnf'), CONFIG);
	writeFileSync(pathOf('index.txt'), '');
	writeFileSync(pathOf('serial'), '1000\n');
	writeFileSync(pathOf('tsserial'), '01\n');
	const createKey = (name: string): void =>
		void run('genpkey', '-algorithm', 'EC', '-pkeyopt', 'ec_paramgen_curve:P-256', '-out', `${name}.key`);
	const certify = (
		name: string,
		extensions: string,
		issuer: string,
		{ validFrom = '20150101000000Z', validTo = '20491231000000Z', subject = name } = {},
	): void => {
		createKey(name);
		run('req', '-new', '-config', 'openssl.cnf', '-key', `${name}.key`, '-subj', `/CN=Test ${subject}`, '-out', `${name}.csr`);
		const issuerArgs = issuer === name ? ['-selfsign'] : ['-cert', `${issuer}.crt`];
		const dates = ['-startdate', validFrom, '-enddate', validTo, '-extensions', extensions];
		run(
			'ca',
			'-batch',
			'-notext',
			'-config',
			'openssl.cnf',
			'-keyfile',
			`${issuer}.key`,
			...issuerArgs,
			...dates,
			'-in',
			`${name}.csr`,
			'-out',
			`${name}.crt`,
		);
	};
	writeFileSync(pathOf('openssl.cnf'), `${CONFIG}\n[req]\ndistinguished_name=dn\n[dn]\n`);
	certify('root', 'root', 'root');
	certify('tsa', 'tsa', 'root');
	certify('expired', 'tsa', 'root', { validFrom: '20200101000000Z', validTo: '20201231000000Z' });
	certify('server', 'server', 'root');
	certify('foreign', 'root', 'foreign');
	certify('other', 'tsa', 'foreign');
	certify('impostor', 'root', 'impostor', { subject: 'root' });
	certify('forged', 'without_key_id', 'impostor');
	const token: LocalTsa['token'] = (digest, time, { signer = 'tsa', digest: md = 'sha256', imprint = 'sha256', nonce } = {}) => {
		writeFileSync(pathOf('info'), encodeTstInfo(digest, time, imprint, nonce));
		const form = ['-binary', '-nodetach', '-cades', '-outform', 'DER', '-econtent_type', '1.2.840.113549.1.9.16.1.4', '-md', md];
		run('cms', '-sign', '-in', 'info', ...form, '-signer', `${signer}.crt`, '-inkey', `${signer}.key`, '-out', 'token');
		return readFileSync(pathOf('token'));
	};
	return {
		rootFile: pathOf('root.crt'),
		root: readFileSync(pathOf('root.crt'), 'utf8'),
		respond: (request) => {
			writeFileSync(pathOf('request'), request);
			const signerArgs = ['-signer', 'tsa.crt', '-inkey', 'tsa.key'];
			run('ts', '-reply', '-config', 'openssl.cnf', '-section', 'stamp', '-queryfile', 'request', ...signerArgs, '-out', 'answer');
			return readFileSync(pathOf('answer'));
		},
		respondAt: (request, time, { nonce, digest, signer } = {}) => {
			const [, imprint, requestNonce] = (fromBER(request).result as Sequence).valueBlock.value;
			const [, requestDigest] = (imprint as Sequence).valueBlock.value;
			const statedNonce = nonce ?? Buffer.from((requestNonce as Integer).valueBlock.valueHexView);
			const stampedDigest = digest ?? Buffer.from((requestDigest as OctetString).valueBlock.valueHexView);
			const grantedStatus = new Sequence({ value: [new Integer({ value: 0 })] });
			const issuedToken = fromBER(token(stampedDigest, time, { signer, nonce: statedNonce })).result as Sequence;
			return Buffer.from(new Sequence({ value: [grantedStatus, issuedToken] }).toBER());
		},
		token,
		[Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }),
	};
}

/** Encodes a TSTInfo in DER. */
function encodeTstInfo(digest: Buffer, time: number, imprint: 'sha256' | 'sha1', nonce?: Buffer): Buffer {
	const algorithm = new ObjectIdentifier({ value: imprint === 'sha256' ? '2.16.840.1.101.3.4.2.1' : '1.3.14.3.2.26' });
	return Buffer.from(
		new Sequence({
			value: [
				new Integer({ value: 1 }),
				new ObjectIdentifier({ value: '1.2.3.4' }),
				new Sequence({ value: [new Sequence({ value: [algorithm, new Null()] }), new OctetString({ valueHex: digest })] }),
				new Integer({ value: 7 }),
				new GeneralizedTime({ valueDate: new Date(Math.floor(time / 1000) * 1000) }),
				...(nonce ? [new Integer({ valueHex: nonce })] : []),
			],
		}).toBER(),
	);
}

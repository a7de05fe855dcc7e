/** Writes the software bill of materials (SBOM) in the format of CycloneDX 1.6: https://cyclonedx.org/docs/1.6/json/ */
import { createHash } from 'node:crypto';

/** An entry of package-lock.json. */
export interface LockedPackage {
	version: string;
	integrity?: string;
	license?: string;
}

interface Product {
	name: string;
	version: string;
	license: string;
}

/** `packages`: entries of package-lock.json, by path. The same packages give the same bytes. */
export function createSbom(product: Product, packages: ReadonlyMap<string, LockedPackage>): string {
	const components = new Map(
		[...packages].map(([path, entry]) => [formatPurl(nameOf(path), entry.version), createComponent(nameOf(path), entry)]),
	);
	const sorted = [...components].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, one]) => one);
	const productPurl = `pkg:npm/${product.name}@${product.version}`;
	const document = {
		$schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
		bomFormat: 'CycloneDX',
		specVersion: '1.6',
		serialNumber: `urn:uuid:${deriveUuid(JSON.stringify([product, sorted]))}`,
		version: 1,
		metadata: {
			component: {
				type: 'application',
				'bom-ref': productPurl,
				name: product.name,
				version: product.version,
				licenses: [{ license: { id: product.license } }],
				purl: productPurl,
			},
		},
		components: sorted,
	};
	return `${JSON.stringify(document, null, '\t')}\n`;
}

/** Name of the package at a path: '@b/c' for 'node_modules/a/node_modules/@b/c'. */
export function nameOf(path: string): string {
	return path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
}

function createComponent(name: string, { version, integrity, license }: LockedPackage): object {
	const purl = formatPurl(name, version);
	const hash = integrity === undefined ? undefined : /^sha512-(.+)$/.exec(integrity)?.[1];
	const [group, shortName] = name.startsWith('@') ? (name.split('/') as [string, string]) : [undefined, name];
	return {
		type: 'library',
		'bom-ref': purl,
		...(group ? { group } : {}),
		name: shortName,
		version,
		...(hash ? { hashes: [{ alg: 'SHA-512', content: Buffer.from(hash, 'base64').toString('hex') }] } : {}),
		...(license ? { licenses: [/^[\w.+-]+$/.test(license) ? { license: { id: license } } : { expression: license }] } : {}),
		purl,
	};
}

function formatPurl(name: string, version: string): string {
	return `pkg:npm/${name.replace('@', '%40')}@${version}`;
}

/** Derived from the content, in the form of a random UUID. */
function deriveUuid(content: string): string {
	const hex = createHash('sha256').update(content).digest('hex');
	return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

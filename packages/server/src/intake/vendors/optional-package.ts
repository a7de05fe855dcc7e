import { VendorError } from '../outbound/vendor-error.ts';

/** Imports a package that only some users need. Throws VendorError 'package', which says how to install it, if it is absent. */
export async function importOptionalPackage(vendor: string, name: string): Promise<Record<string, unknown>> {
	try {
		return (await import(name)) as Record<string, unknown>;
	} catch (cause) {
		const hint = 'Reinstall the packages: remove node_modules/.installed, then run npm start (needs a package registry).';
		throw new VendorError(vendor, 'start', 'package', `${name} isn't installed. ${hint}`, { cause });
	}
}

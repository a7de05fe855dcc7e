/** Why a file, or a whole archive, cannot be imported. Nothing of it may be kept. */
export const IMPORT_FAULTS = {
	unreadable: 'The file cannot be read.',
	format: 'The format is not one of those known.',
	symbol: 'No symbol can be told from the name; give it by the symbol option.',
	interval: 'The bars are longer than 15 minutes and shorter than a day; such bars are never used.',
	unused: 'Such data is never used.',
	damaged: 'The file is damaged.',
	ratio: 'The archive unpacks to more than 200 times its size.',
	size: 'The archive unpacks to more than 4 GiB.',
	encrypted: 'The archive is encrypted.',
	path: 'The archive names a path outside itself.',
	unsupported: 'The archive uses a feature that is not supported.',
} as const;
export type ImportFault = keyof typeof IMPORT_FAULTS;

export class ImportError extends Error {
	override readonly name = 'ImportError';
	readonly fault: ImportFault;
	constructor(fault: ImportFault, detail?: string, options?: ErrorOptions) {
		super(detail ? `${IMPORT_FAULTS[fault]} ${detail}` : IMPORT_FAULTS[fault], options);
		this.fault = fault;
	}
}

/** Why a file, or a whole archive, cannot be imported. Nothing of it may be kept. */
export const IMPORT_FAULTS = {
	unreadable: 'The file cannot be read.',
	format: 'The format is not one of those known.',
	symbol: 'No symbol can be told from the name.',
	interval: 'Only bars of 1, 3, 5 or 15 minutes and daily bars can be imported.',
	unused: 'Such data is never used.',
	damaged: 'The file is damaged.',
	refused: 'Too little of the file could be taken.',
	conflict: 'It has other values than another file of this import.',
	hours: 'Its times do not fit the hours of the exchange.',
	nested: 'It is an archive inside an archive: unpack the outer one first.',
	encoding: 'Its text cannot be read: it must be UTF-8, its lines ended by LF or CRLF.',
	link: 'It is a link; links are not followed. Import what it points to by its own name.',
	special: 'It is no file: a pipe, a socket or a device is never opened.',
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

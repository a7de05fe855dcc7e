/** Reasons why a file or a whole archive cannot be imported. None of its rows are kept. */
export const IMPORT_FAULTS = {
	unreadable: "The file can't be read.",
	format: 'The format is unknown.',
	symbol: "The symbol isn't clear from the name.",
	interval: 'Only bars of 1, 3, 5 or 15 minutes and daily bars can be imported.',
	unused: "This kind of data isn't supported.",
	damaged: 'The file is damaged.',
	refused: 'Too few rows of the file can be used.',
	conflict: 'Its values differ from those of another file in this import.',
	hours: "Its times don't match the hours of the exchange.",
	nested: 'It is an archive inside an archive: unpack the outer one first.',
	encoding: "Its text can't be read: it must be UTF-8 with lines that end in LF or CRLF.",
	link: "It is a link, and links aren't followed. Import the file it points to.",
	special: "It isn't a regular file: pipes, sockets and devices aren't opened.",
	ratio: 'The archive unpacks to more than 200 times its size.',
	size: 'The archive unpacks to more than 4 GiB.',
	encrypted: 'The archive is encrypted.',
	path: 'The archive contains a path outside itself.',
	unsupported: 'The archive uses an unsupported feature.',
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

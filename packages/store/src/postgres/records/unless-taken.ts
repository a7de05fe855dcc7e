const UNIQUE_VIOLATION = '23505';

const codeOf = (error: unknown): unknown => (error as { cause?: { code?: unknown } }).cause?.code ?? (error as { code?: unknown }).code;

/** 'taken' where a unique key refuses the write. Inside a transaction that transaction is lost. */
export const unlessTaken = async <T>(write: () => Promise<T>): Promise<T | 'taken'> => {
	try {
		return await write();
	} catch (error) {
		if (codeOf(error) === UNIQUE_VIOLATION) return 'taken';
		throw error;
	}
};

/** For a library that writes statements of its own into our transactions. */
export { sql } from 'drizzle-orm';

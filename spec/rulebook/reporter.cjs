// Mocha requires its reporter, and takes no default export.
module.exports = require('./results.ts').RecordingReporter

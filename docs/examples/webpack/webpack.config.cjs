const path = require('node:path');

// `npx mm-scope copy public/mmscope` puts the element's files beside the page; webpack leaves them as they are.
module.exports = {
  mode: 'production',
  entry: './src/index.js',
  output: { path: path.join(__dirname, 'public'), filename: 'main.js' },
};

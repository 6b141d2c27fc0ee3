// Verifies keys, checkpoints, inclusion and consistency proofs with the packages of Go. It reads JSON from stdin, prints
// what it verified, and a key and a note of its own.
package main

import (
	"crypto/rand"
	"encoding/json"
	"errors"
	"log"
	"os"
	"strconv"
	"strings"

	"golang.org/x/mod/sumdb/note"
	"golang.org/x/mod/sumdb/tlog"
)

type input struct {
	Key         string
	Checkpoints []string
	Leaves      []string
	Inclusion   []struct {
		Size, Index int64
		Hashes      []tlog.Hash
	}
	Consistency []struct {
		From, To int64
		Hashes   []tlog.Hash
	}
	// by their paths in c2sp.org/tlog-tiles
	Tiles map[string][]byte
}

// Reads tiles as a client of a log does, and checks them with the signed tree.
type tiles map[string][]byte

func (tiles) Height() int { return 8 }

func (of tiles) ReadTiles(wanted []tlog.Tile) ([][]byte, error) {
	data := make([][]byte, len(wanted))
	for n, tile := range wanted {
		path := strings.Replace(tile.Path(), "tile/8/", "tile/", 1)
		found, ok := of[path]
		if !ok {
			return nil, errors.New("there is no " + path)
		}
		data[n] = found
	}
	return data, nil
}

func (tiles) SaveTiles([]tlog.Tile, [][]byte) {}

func must(err error) {
	if err != nil {
		log.Fatal(err)
	}
}

func main() {
	var in input
	must(json.NewDecoder(os.Stdin).Decode(&in))
	verifier, err := note.NewVerifier(in.Key)
	must(err)
	roots := map[int64]tlog.Hash{}
	for _, checkpoint := range in.Checkpoints {
		opened, err := note.Open([]byte(checkpoint), note.VerifierList(verifier))
		must(err)
		lines := strings.Split(opened.Text, "\n")
		if lines[0] != verifier.Name() {
			log.Fatal("the origin is not the name of the key")
		}
		size, err := strconv.ParseInt(lines[1], 10, 64)
		must(err)
		roots[size], err = tlog.ParseHash(lines[2])
		must(err)
	}
	for _, p := range in.Inclusion {
		leaf := tlog.RecordHash([]byte(in.Leaves[p.Index]))
		must(tlog.CheckRecord(p.Hashes, p.Size, roots[p.Size], p.Index, leaf))
	}
	for _, p := range in.Consistency {
		must(tlog.CheckTree(p.Hashes, p.To, roots[p.To], p.From, roots[p.From]))
	}

	proven := 0
	for size, root := range roots {
		reader := tlog.TileHashReader(tlog.Tree{N: size, Hash: root}, tiles(in.Tiles))
		for index := int64(0); index < size; index++ {
			proof, err := tlog.ProveRecord(size, index, reader)
			must(err)
			must(tlog.CheckRecord(proof, size, root, index, tlog.RecordHash([]byte(in.Leaves[index]))))
			proven++
		}
	}

	private, public, err := note.GenerateKey(rand.Reader, "go.example/log")
	must(err)
	signer, err := note.NewSigner(private)
	must(err)
	root := roots[int64(len(in.Leaves))]
	text := "go.example/log\n" + strconv.Itoa(len(in.Leaves)) + "\n" + root.String() + "\n"
	signed, err := note.Sign(&note.Note{Text: text}, signer)
	must(err)
	must(json.NewEncoder(os.Stdout).Encode(map[string]any{
		"checkpoints": len(in.Checkpoints), "inclusion": len(in.Inclusion), "consistency": len(in.Consistency),
		"tiles": proven, "key": public, "note": string(signed),
	}))
}
